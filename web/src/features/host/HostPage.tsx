import { Page } from '../../components/Page.tsx'

export function HostPage() {
  return <Page title="Host">{null}</Page>
}
