import type { MenuModule } from '#kernel/access/contract.ts'
import { Card } from '#packages/web/light/card.tsx'
import { PageTiles } from './page-tiles.tsx'

const maxPages = 8
const contacts = { url: '/directory', title: '通讯录' }
/** What teachers come for, in this order; whoever has other pages sees those after them. */
const preferredUrls = ['/baseData/Student', '/baseData/Classes', '/baseData/Terms', '/baseData/User', '/baseData/Orgs']

/** The pages that are opened most, with the directory in front. */
export function CommonPages({ modules }: { modules: readonly MenuModule[] }) {
  const pages = modules.flatMap(({ children }) => children)
  const first = preferredUrls.flatMap((url) => pages.find((page) => page.url === url) ?? [])
  const others = pages.filter((page) => !first.includes(page))
  return (
    <Card title="常用">
      <PageTiles pages={[contacts, ...first, ...others].slice(0, maxPages)} />
    </Card>
  )
}
