import { useSession } from '#packages/web/core/session.ts'
import { Card } from '#packages/web/light/card.tsx'
import { PersonIcon, PhoneIcon } from '#packages/web/light/icons.tsx'
import { ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { LinkRow, Links, Row, Rows } from '#packages/web/light/row.tsx'
import { useHome } from './use-home.ts'

const guardian = 2

/** The class and whom to ask, and the ways to what the family keeps. */
export default function SchoolCard() {
  const { home } = useHome()
  const isGuardian = useSession((session) => session.user?.userType === guardian)
  if (!home || home === 'failed') return null
  const { child, classTeacher, face } = home
  return (
    <>
      <Card title="班级" isFlush>
        <Rows>
          <Row label="班级" second={child.orgName}>
            {child.className || '待分班'}
          </Row>
          <Row
            label="班主任"
            tool={classTeacher?.phone && <a href={`tel:${classTeacher.phone}`}>打电话</a>}
            second={classTeacher?.phone}
          >
            {classTeacher?.teacherName ?? '待安排'}
          </Row>
          <Row label="人脸照片">{face}</Row>
        </Rows>
      </Card>
      {isGuardian && (
        <Links>
          <LinkRow icon={<ShieldIcon />} label="授权管理" href="/studentMain/consents" />
          <LinkRow icon={<PhoneIcon />} label="紧急联系人" href="/studentMain/linkmen" />
          <LinkRow icon={<PersonIcon />} label="绑定管理" href="/studentMain/bind" />
        </Links>
      )}
    </>
  )
}
