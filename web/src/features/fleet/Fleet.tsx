import { Page } from '../../components/Page.tsx'

export function Fleet() {
  return <Page title="Fleet">{null}</Page>
}
