import { Page } from '../../components/Page.tsx'

export function Planner() {
  return <Page title="Planner">{null}</Page>
}
