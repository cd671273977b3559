import { Card } from '#packages/web/light/card.tsx'
import { toDialNumber } from '../site/site-foot.tsx'
import { useAbout } from '../site/use-about.ts'

/** The contact for questions that the handbook does not answer. */
export function HelpContact() {
  const { helpPhone } = useAbout()
  return (
    <Card title="还没解决？">
      <p>请联系本单位管理员；学生和家长请联系班主任。页面上有编号的，请一并告知。</p>
      {helpPhone && (
        <p>
          服务热线 <a href={`tel:${toDialNumber(helpPhone)}`}>{helpPhone}</a>
        </p>
      )}
    </Card>
  )
}
