import { useState } from 'react'
import { Button, ButtonLink } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { GiftIcon, PeopleIcon } from '#packages/web/light/menu-icons.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { LinkRow, LinkList } from '#packages/web/light/row.tsx'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import type { OwnClass } from '../../contract.ts'
import { CallSheet } from './call-sheet.tsx'
import { ClassCodeSheet } from './class-code-sheet.tsx'
import { useMyClasses } from './use-my-classes.ts'
import styles from './my-classes.module.css'

const pageOf = ({ classId }: OwnClass) => `/staffMain/class/${classId}`

/** The classes of a teacher: led classes with figures and tasks, the others by name. */
export default function MyClasses() {
  const { answer, again } = useMyClasses()
  useOrderedLoading(!answer)
  if (!answer)
    return (
      <div className={styles['reserved']}>
        <Skeleton blocks={[[34, 92, 66, 80]]} />
      </div>
    )
  if (answer === 'failed')
    return (
      <Card title="我的班级">
        <InlineLoadError onRetry={again} />
      </Card>
    )
  const { classes } = answer
  const headed = classes.filter(({ figures }) => figures !== null)
  const others = classes.filter(({ figures }) => figures === null)
  return (
    <>
      {headed.map((one) => (
        <Headed key={one.classId} one={one} />
      ))}
      {others.length > 0 && <Taught classes={others} />}
      {classes.length === 0 && <Card title="我的班级">您还没有任教班级，教务处安排任课后会出现在这里。</Card>}
    </>
  )
}

function Headed({ one }: { one: OwnClass }) {
  const [sheet, setSheet] = useState<'call' | 'code'>()
  const { label, figures, mayCall, mayInvite } = one
  const close = () => setSheet(undefined)
  return (
    <Card
      title={
        <>
          我的班级<span className={styles['label']}>{label}</span>
        </>
      }
      aside={<a href={pageOf(one)}>进入</a>}
    >
      {figures && <Figures one={one} figures={figures} />}
      {figures && figures.birthdays.length > 0 && (
        <p className={styles['birthdays']}>
          <GiftIcon size={18} />
          今天生日：{figures.birthdays.map(({ name }) => name).join('、')}
        </p>
      )}
      <div className={styles['acts']}>
        {mayCall && (
          <Button kind="tint" size="small" onClick={() => setSheet('call')}>
            <CallIcon size={18} />
            联系家长
          </Button>
        )}
        {mayInvite && (
          <Button kind="tint" size="small" onClick={() => setSheet('code')}>
            邀请码
          </Button>
        )}
        {!mayCall && !mayInvite && (
          <ButtonLink kind="tint" size="small" href={pageOf(one)}>
            学生名单
          </ButtonLink>
        )}
      </div>
      {sheet === 'call' && <CallSheet classId={one.classId} onClose={close} />}
      {sheet === 'code' && <ClassCodeSheet classId={one.classId} onClose={close} />}
    </Card>
  )
}

interface FiguresProps {
  one: OwnClass
  figures: NonNullable<OwnClass['figures']>
}

/** The progress of the families. */
function Figures({ one, figures }: FiguresProps) {
  return (
    <ul className={styles['figures']}>
      <Figure title="学生" href={pageOf(one)} value={one.total} />
      <Figure title="家长已绑定" href={`${pageOf(one)}?bound=none`} value={figures.bound} of={one.total} />
      <Figure title="授权待确认" value={figures.consentsOpen} />
      <Figure title="绑定申请" href="/baseData/Student?bindRequests=1" value={figures.requests} />
    </ul>
  )
}

interface FigureProps {
  title: string
  value: number
  of?: number
  href?: string
}

function Figure({ title, value, of, href }: FigureProps) {
  const inside = (
    <>
      <span className={styles['name']}>{title}</span>
      <span>
        <strong className={styles['value']}>{value}</strong>
        {of !== undefined && <span className={styles['of']}>/{of}</span>}
      </span>
    </>
  )
  return (
    <li>
      {href ? (
        <a className={styles['figure']} href={href}>
          {inside}
        </a>
      ) : (
        <span className={styles['figure']}>{inside}</span>
      )}
    </li>
  )
}

/** Classes that the user teaches. */
const Taught = ({ classes }: { classes: readonly OwnClass[] }) => (
  <Card title="任教班级" isFlush>
    <LinkList>
      {classes.map((one) => (
        <LinkRow
          key={one.classId}
          icon={<PeopleIcon />}
          label={[one.label, one.subjects.join('、')].filter(Boolean).join('　')}
          note={`${one.total} 人`}
          href={pageOf(one)}
        />
      ))}
    </LinkList>
  </Card>
)
