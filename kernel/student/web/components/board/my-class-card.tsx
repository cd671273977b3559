import { GiftOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { Card } from '#packages/web/desk/board/card.tsx'
import { Figures, FiguresSkeleton, type Figure } from '#packages/web/desk/board/figures.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { ledClassesQuery, type LedClass } from '../../board-queries.ts'
import { toNodeId, type NodeIds } from '../../student-tree.ts'
import styles from './my-class-card.module.css'

const labels = ['学生', '家长已绑定', '人脸已授权', '绑定待确认']

/** The classes that the user leads: sizes and progress of the families. */
export default function MyClassCard() {
  return (
    <Card
      reading={ledClassesQuery}
      heading={(classes) => `我的班级 ${classes.map(({ label }) => label).join('、')}`}
      meta={([first]) => first && <Link to={getStudentListUrl(first)}>进入班级</Link>}
      skeleton={<FiguresSkeleton labels={labels} />}
      readAloudText={(classes) => classes.map(getReadAloudText).join('')}
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

const getStudentListUrl = (led: NodeIds, filter = '') => `/baseData/Student?node=${toNodeId(led)}${filter}`

function OneClass({ led, isNamed }: { led: LedClass; isNamed: boolean }) {
  const { total, mayInvite } = led
  const { bound, requests, birthdays } = led.figures
  return (
    <div>
      {isNamed && <h3 className={styles['name']}>{led.label}</h3>}
      <Figures figures={listClassFigures(led)} />
      <div className={styles['acts']}>
        {mayInvite && bound < total && <Link to={getStudentListUrl(led, '&classCode=1')}>显示邀请码</Link>}
        {mayInvite && requests > 0 && <Link to={getStudentListUrl(led, '&bindRequests=1')}>确认家长</Link>}
        <Link to={getStudentListUrl(led)}>联系家长</Link>
        {birthdays.length > 0 && (
          <span className={styles['birthdays']}>
            <Glyph of={GiftOutlined} />
            今日生日：{birthdays.map(({ name }) => name).join('、')}
          </span>
        )}
      </div>
    </div>
  )
}

const listClassFigures = ({ figures, ...led }: LedClass): Figure[] => [
  {
    label: '学生',
    value: led.total,
    unit: '人',
    to: getStudentListUrl(led),
    note: `男 ${led.males} 女 ${led.females}`,
  },
  {
    label: '家长已绑定',
    value: figures.bound,
    unit: `/ ${led.total}`,
    to: getStudentListUrl(led, '&bound=none'),
    note: figures.bound < led.total ? `${led.total - figures.bound} 人未绑定` : '已全部绑定',
  },
  {
    label: '人脸已授权',
    value: figures.faceAgreed,
    unit: `/ ${led.total}`,
    to: getStudentListUrl(led, '&face=no-consent'),
    note: figures.faceOpen > 0 ? `${figures.faceOpen} 人待家长确认` : '都已答复',
  },
  {
    label: '绑定待确认',
    value: figures.requests,
    unit: '条',
    to: getStudentListUrl(led, '&bindRequests=1'),
    note: figures.requests > 0 ? '请核对后确认' : '没有申请',
  },
]

const getReadAloudText = ({ label, total, figures: { bound, faceOpen, birthdays } }: LedClass) =>
  `${label} ${total} 人，家长已绑定 ${bound} 人，人脸授权待确认 ${faceOpen} 人。` +
  (birthdays.length > 0 ? `今天过生日的有${birthdays.map(({ name }) => name).join('、')}。` : '')
