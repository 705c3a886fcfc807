import type { Finding, Findings } from './findings-page.ts'

const findings: readonly Finding[] = [
  { id: 'ECO-1', was: 'A company could not have terms of its own.', rulings: [] },
  { id: 'ECO-2', was: 'A changed word took two production builds and a reload of the page.', rulings: ['0181-development-stands-before-a-site'] },
  { id: 'ECO-3', was: 'There was no view for the counter: no search for a reservation.', rulings: ['DEC-328'] },
  { id: 'ECO-4', was: 'The list of what needs a person was read-only.', rulings: ['DEC-222', '0195-work-for-people-is-found-and-only-deeds-are-stored'] },
  { id: 'ECO-5', was: 'There were no traces.', rulings: ['DEC-318', '0239-traces-go-by-setting-and-strangers-decide-nothing'] },
  { id: 'ECO-6', was: 'Errors of production could not be read back to their sources.', rulings: ['DEC-314', '0243-maps-stay-at-the-registry-pages-tell-places'] },
  { id: 'ECO-7', was: 'Workers asked for each tenant in turn whether there was work.', rulings: [] },
  { id: 'ECO-8', was: 'There was no way to production: no image, no manifest, no unit.', rulings: ['0145-a-release-runs-on-the-schema-of-the-next'] },
  { id: 'ECO-9', was: 'The companies\' API had no description, no client and no events that are sent.', rulings: ['0139-events-are-sent-to-a-companys-own-address'] },
  { id: 'ECO-10', was: 'Pages had no icon, colour or manifest, and any address with a long ending was a page.', rulings: [] },
  { id: 'ECO-11', was: 'The command line had neither JSON nor help for a command.', rulings: ['0142-one-declaration-per-command-parsed-by-commander'] },
  { id: 'ECO-12', was: 'The compiler\'s own command line was named and absent, and parts of antd lay unused beside renters\' screens.', rulings: ['0255-modules-are-compiled-by-a-program'] },
  { id: 'ECO-13', was: 'Two packages depended on each other.', rulings: [] },
  { id: 'ECO-14', was: 'The router was a major version behind.', rulings: ['0286-react-router-8'] },
  { id: 'ECO-15', was: 'Tools of Module Federation saw nothing.', rulings: ['DEC-200'] },
  { id: 'ECO-16', was: 'A team in another repository could not build a module.', rulings: [] },
  { id: 'ECO-17', was: 'The gallery opened only in its test.', rulings: [] },
  { id: 'ECO-18', was: 'Journeys ran in one browser engine.', rulings: ['0138-firefox-and-webkit-by-webdriver-bidi'] },
  { id: 'ECO-19', was: 'Languages were a constant of three, the same for every company.', now: 'a company chooses among eight in its settings; another one is a line and catalogues, and shell and modules may lack it.', rulings: ['DEC-112', '0149-languages-are-one-list-and-a-tenants-choice'] },
  { id: 'ECO-20', was: 'E-mail was the only way to a code.', rulings: [] },
]

/** What the product lacked beside its rivals, its tools and those who build on it. */
export const ecosystem: Findings = {
  page: 'docs/ecosystem-findings.md', prefix: 'ECO', all: findings,
  intro: `# What its neighbours had

Findings of a comparison with rivals, tools and the needs of other teams, and what holds each of them since`,
}
