import type { MenuModule } from '#kernel/access/contract.ts'
import { Card } from '#packages/web/light/card.tsx'
import { Tiles } from './tiles.tsx'

const most = 8
const directory = { url: '/directory', title: '通讯录' }
/** What teachers come for, in this order; whoever has other pages sees those after them. */
const wanted = ['/baseData/Student', '/baseData/Classes', '/baseData/Terms', '/baseData/User', '/baseData/Orgs']

/** The pages that are opened most, with the directory in front. */
export function Usual({ modules }: { modules: readonly MenuModule[] }) {
  const pages = modules.flatMap(({ children }) => children)
  const first = wanted.flatMap((url) => pages.find((page) => page.url === url) ?? [])
  const others = pages.filter((page) => !first.includes(page))
  return (
    <Card title="常用">
      <Tiles pages={[directory, ...first, ...others].slice(0, most)} />
    </Card>
  )
}
