import { InputNumber } from 'antd'
import type { SetComparison } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { useSetComparison } from '../api/queries.ts'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { useAddress } from '../frame/use-address.ts'
import { bytesText, contractsText, settingsText, stepsText } from './compare-text.ts'

/** Two release sets beside each other; which ones stands in the address (DEC-223). */
export function ComparePage() {
  const address = useAddress()
  const [from, to] = [Number(address.of('from')), Number(address.of('to'))]
  const comparison = useSetComparison(from, to)
  return (
    <>
      <PageHead title="Compare" lead="What differs between two release sets" />
      <section className="panel">
        <form className="filters" onSubmit={(event) => { event.preventDefault() }}>
          {([['from', 'From set', from], ['to', 'To set', to]] as const).map(([name, title, value]) => (
            <label key={name}>{title} <InputNumber aria-label={title} min={1} precision={0} value={value || null} onChange={(next) => { address.choose({ [name]: next === null ? '' : String(next) }) }} /></label>
          ))}
        </form>
        {from > 0 && to > 0 ? <QueryResult query={comparison}>{(data) => <Differences data={data} />}</QueryResult> : <p>Enter the numbers of two sets. A tenant's page names them, and its timeline and history lead here.</p>}
      </section>
    </>
  )
}

function Differences({ data: { from, to, modules, same } }: { readonly data: SetComparison }) {
  return (
    <>
      <p>{[from, to].map(({ id, createdAt, createdBy }, at) => <span key={`${at} ${id}`}>{at > 0 && '; '}set {id}: <Moment at={createdAt} />, {createdBy}</span>)}</p>
      {modules.length === 0 ? <p>Nothing differs.</p> : (
        <div className="scroll cards" role="region" aria-label="Differences" tabIndex={0}>
          <table className="matrix num" role="table">
            <caption className="hidden">Modules that differ</caption>
            <thead role="rowgroup"><tr role="row">{['Module', `Set ${from.id}`, `Set ${to.id}`, 'Size', 'Contracts', 'Screens', 'Settings'].map((title) => <th key={title} role="columnheader" scope="col">{title}</th>)}</tr></thead>
            <tbody role="rowgroup">
              {modules.map((each) => (
                <tr key={each.module} role="row" data-module={each.module}>
                  <th role="rowheader" scope="row">{shortName(each.module)}</th>
                  {[[`Set ${from.id}`, each.from], [`Set ${to.id}`, each.to]].map(([name, version]) => <td key={name} role="cell" data-name={name}>{version ?? 'not in it'}</td>)}
                  {([['Size', bytesText(each)], ['Contracts', contractsText(each)], ['Screens', stepsText(each)], ['Settings', settingsText(each)]] as const).map(([name, text]) => <td key={name} role="cell" data-name={name}>{text}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {same.length > 0 && <p className="legend">The same in both: {same.map(shortName).join(', ')}</p>}
    </>
  )
}
