import type { MenuModule } from '#kernel/access/contract.ts'
import { Card } from '#packages/web/light/card.tsx'
import { PageTiles } from './page-tiles.tsx'

const maxPages = 8
const contacts = { url: '/directory', title: '通讯录' }
/** The pages that teachers use most, in this order; other pages follow. */
const preferredUrls = ['/baseData/Student', '/baseData/Classes', '/baseData/Terms', '/baseData/User', '/baseData/Orgs']

/** The most used pages, with the contacts first. */
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
