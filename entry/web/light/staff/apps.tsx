import type { MenuModule } from '#kernel/access/contract.ts'
import { Card } from '#packages/web/light/card.tsx'
import { PageTiles } from './page-tiles.tsx'

const fixedPages = [
  { url: '/directory', title: '通讯录' },
  { url: '/puMain', title: '单位主页' },
  { url: '/dataCentre/dataBoard', title: '数据看板' },
  { url: '/dataCentre/appSupermarket', title: '应用中心' },
]

/** The pages that the user may open, by menu group; the applications are below. */
export const StaffApps = ({ modules }: { modules: readonly MenuModule[] }) => (
  <>
    <Card title="常用">
      <PageTiles pages={fixedPages} />
    </Card>
    {modules
      .filter(({ children }) => children.length > 0)
      .map(({ id, title, children }) => (
        <Card key={id} title={title}>
          <PageTiles pages={children} />
        </Card>
      ))}
  </>
)
