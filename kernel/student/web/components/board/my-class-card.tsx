import { GiftOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { Card } from '#packages/web/desk/board/card.tsx'
import { Figures, FiguresSkeleton, type Figure } from '#packages/web/desk/board/figures.tsx'
import { PeriodStrip } from '#packages/web/desk/board/period-strip.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import type { LedClass } from '../../../contract.ts'
import { myClassFigures } from '../../board-queries.ts'
import styles from './my-class-card.module.css'

const labels = ['学生', '家长已绑定', '人脸已授权', '绑定待确认']

/** The classes that I head: how many they are, how far the families have come, and what the day is like. */
export default function MyClassCard() {
  return (
    <Card
      reading={myClassFigures}
      heading={(classes) => `我的班级 ${classes.map(({ label }) => label).join('、')}`}
      meta={([first]) => first && <Link to={listOf(first)}>进入班级</Link>}
      skeleton={<FiguresSkeleton labels={labels} />}
      aloud={(classes) => classes.map(aloudOf).join('')}
    >
      {(classes) => (
        <div className={styles['classes']}>
          {classes.map((one) => (
            <OneClass key={one.classId} led={one} isNamed={classes.length > 1} />
          ))}
        </div>
      )}
    </Card>
  )
}

const nodeOf = ({ orgId, gradeId, classId }: LedClass) => `node=${[orgId, gradeId, classId].join('/')}`
const listOf = (led: LedClass, filter = '') => `/baseData/Student?${nodeOf(led)}${filter}`

function OneClass({ led, isNamed }: { led: LedClass; isNamed: boolean }) {
  const may = useMay()
  const { total, bound, birthdays, today } = led
  const mayInvite = may('student.account')
  return (
    <div>
      {isNamed && <h3 className={styles['name']}>{led.label}</h3>}
      <Figures figures={figuresOf(led)} />
      <div className={styles['acts']}>
        {mayInvite && bound < total && <Link to={listOf(led, '&classCode=1')}>显示邀请码</Link>}
        {mayInvite && led.asking > 0 && <Link to={listOf(led, '&bindRequests=1')}>确认家长</Link>}
        <Link to={listOf(led)}>联系家长</Link>
        {birthdays.length > 0 && (
          <span className={styles['birthdays']}>
            <Glyph of={GiftOutlined} />
            今日生日：{birthdays.map(({ name }) => name).join('、')}
          </span>
        )}
      </div>
      <PeriodStrip kind={today.name || today.kind} periods={today.periods} />
    </div>
  )
}

const figuresOf = (led: LedClass): Figure[] => [
  {
    label: '学生',
    value: led.total,
    unit: '人',
    to: listOf(led),
    note: `男 ${led.males} 女 ${led.females}`,
  },
  {
    label: '家长已绑定',
    value: led.bound,
    unit: `/ ${led.total}`,
    to: listOf(led, '&bound=none'),
    note: led.bound < led.total ? `${led.total - led.bound} 人未绑定` : '已全部绑定',
  },
  {
    label: '人脸已授权',
    value: led.faceAgreed,
    unit: `/ ${led.total}`,
    to: listOf(led, '&face=no-consent'),
    note: led.faceOpen > 0 ? `${led.faceOpen} 人待家长确认` : '都已答复',
  },
  {
    label: '绑定待确认',
    value: led.asking,
    unit: '条',
    to: listOf(led, '&bindRequests=1'),
    note: led.asking > 0 ? '请核对后确认' : '没有申请',
  },
]

const aloudOf = ({ label, total, bound, faceOpen, birthdays }: LedClass) =>
  `${label} ${total} 人，家长已绑定 ${bound} 人，人脸授权待确认 ${faceOpen} 人。` +
  (birthdays.length > 0 ? `今天过生日的有${birthdays.map(({ name }) => name).join('、')}。` : '')
