import { Button, Popconfirm } from 'antd'

interface EndButtonProps {
  /** What the button says, for example "Revoke". */
  readonly says: string
  /** What is ended, for who cannot see the row. */
  readonly what: string
  readonly onEnd: () => void
}

/** Ends something for ever, after one more question. */
export const EndButton = ({ says, what, onEnd }: EndButtonProps) => (
  <Popconfirm title={`${says} ${what}?`} okText={says} cancelText="Keep" onConfirm={onEnd}>
    <Button size="small" aria-label={`${says} ${what}`}>{says}</Button>
  </Popconfirm>
)
