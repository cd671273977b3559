import type { MenuModule } from '#kernel/access/contract.ts'
import { Card } from '#packages/web/light/card.tsx'
import { Tiles } from './tiles.tsx'

const always = [
  { url: '/directory', title: '通讯录' },
  { url: '/puMain', title: '单位主页' },
  { url: '/dataCentre/dataBoard', title: '数据看板' },
  { url: '/dataCentre/appSupermarket', title: '应用中心' },
]

/** The house's own pages that one may open, by the groups of the menu; the applications come below. */
export const Apps = ({ modules }: { modules: readonly MenuModule[] }) => (
  <>
    <Card title="常用">
      <Tiles pages={always} />
    </Card>
    {modules
      .filter(({ children }) => children.length > 0)
      .map(({ id, title, children }) => (
        <Card key={id} title={title}>
          <Tiles pages={children} />
        </Card>
      ))}
  </>
)
