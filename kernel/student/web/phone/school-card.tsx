import { useSession } from '#packages/web/core/session.ts'
import { Card } from '#packages/web/light/card.tsx'
import { PersonIcon } from '#packages/web/light/icons.tsx'
import { ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { LinkRow, LinkList, DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { useHome } from './use-home.ts'

const guardian = 2
/** States without a photo; they are shown among the tasks instead. */
const noFace = ['待采集', '待授权']

/** The class with its contacts, and links to the family's data. */
export default function SchoolCard() {
  const { home } = useHome()
  useOrderedLoading(!home)
  const isGuardian = useSession((session) => session.user?.userType === guardian)
  if (!home || home === 'failed') return null
  const { child, classTeacher, schoolPhone, face } = home
  return (
    <>
      <Card title="班级" isFlush>
        <DetailList>
          <DetailRow label="班级" secondLine={child.orgName}>
            {child.className || '待分班'}
          </DetailRow>
          {classTeacher && (
            <DetailRow
              label="班主任"
              tool={<Call name={classTeacher.teacherName} phone={classTeacher.mobilePhone || classTeacher.phone} />}
            >
              {classTeacher.teacherName}老师
            </DetailRow>
          )}
          {schoolPhone && (
            <DetailRow label="学校电话" tool={<Call name="学校" phone={schoolPhone} />}>
              {schoolPhone}
            </DetailRow>
          )}
          {!noFace.includes(face) && <DetailRow label="人脸照片">{face}</DetailRow>}
        </DetailList>
      </Card>
      {isGuardian && (
        <LinkList>
          <LinkRow icon={<ShieldIcon />} label="授权管理" href="/studentMain/consents" />
          <LinkRow icon={<CallIcon />} label="紧急联系人" href="/studentMain/linkmen" />
          <LinkRow icon={<PersonIcon />} label="绑定管理" href="/studentMain/bind" />
        </LinkList>
      )}
    </>
  )
}

/** A link to a phone number that the school shows to families; nothing without a number. */
const Call = ({ name, phone }: { name: string; phone: string }) =>
  phone && (
    <a href={`tel:${phone}`} aria-label={`联系${name}`}>
      <CallIcon size={18} />
      联系
    </a>
  )
