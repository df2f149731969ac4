import { Page } from '../../components/Page.tsx'

export function ImportPage() {
  return <Page title="Import">{null}</Page>
}
