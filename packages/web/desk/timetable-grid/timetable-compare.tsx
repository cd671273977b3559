import { ArrowLeftOutlined, ArrowRightOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Glyph, type Icon } from '../glyph.tsx'
import {
  compareTimetables,
  groupChanges,
  listCellDifferences,
  type CellDifference,
  type ChangeGroup,
} from './compare-timetables.ts'
import {
  describeLesson,
  listPeriods,
  toCellKey,
  toShortName,
  type CellPosition,
  type GridDay,
  type GridLesson,
  type GridPeriod,
} from './grid-types.ts'
import styles from './timetable-compare.module.css'

interface Props {
  /** Whose timetable it is. */
  label: string
  days: readonly GridDay[]
  periods: readonly GridPeriod[]
  before: readonly GridLesson[]
  after: readonly GridLesson[]
  /** The names of the plans: 方案一, 方案二. */
  names: readonly [before: string, after: string]
}

const noDifference: CellDifference = { same: [], gone: [], come: [] }

/** Two plans of one class or teacher as one sheet: what is in both is quiet, what differs is coloured and counted. */
export function TimetableCompare({ label, days, periods, before, after, names }: Props) {
  const difference = compareTimetables(before, after)
  const cells = listCellDifferences(difference)
  const rows = listPeriods(periods)
  const nameCell = ({ weekday, periodId }: CellPosition) =>
    `${days.find((day) => day.weekday === weekday)?.label ?? ''}${rows.find(({ id }) => id === periodId)?.name ?? ''}`
  const groups = groupChanges(difference, nameCell)
  return (
    <div className={styles['compare']}>
      <div className={styles['frame']}>
        <table className={styles['table']} aria-label={`${label}：${names[0]}与${names[1]}`}>
          <thead>
            <tr>
              <th scope="col">节次</th>
              {days.map(({ weekday, label: day }) => (
                <th key={weekday} scope="col">
                  {day}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((period) => (
              <tr key={period.id}>
                <th scope="row">{toShortName(period.name)}</th>
                {days.map(({ weekday }) => {
                  const cell = cells.get(toCellKey({ weekday, periodId: period.id })) ?? noDifference
                  return <Cell key={weekday} cell={cell} names={names} nameCell={nameCell} />
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Groups groups={groups} sameCount={difference.same.length} names={names} />
    </div>
  )
}

interface CellProps extends Pick<Props, 'names'> {
  cell: CellDifference
  nameCell: (position: CellPosition) => string
}

const Cell = ({ cell: { same, gone, come }, names, nameCell }: CellProps) => (
  <td className={styles['cell']} data-differs={gone.length + come.length > 0 ? '' : undefined}>
    {same.map((lesson) => (
      <p key={lesson.id} className={styles['same']} title={describeLesson(lesson)}>
        {lesson.title} {lesson.detail}
      </p>
    ))}
    {gone.map(({ lesson, to }) => (
      <Line key={lesson.id} kind={to ? 'moved' : 'gone'} lesson={lesson} icon={to ? ArrowRightOutlined : MinusOutlined}>
        {to ? `移到${nameCell(to)}` : `只在${names[0]}`}
      </Line>
    ))}
    {come.map(({ lesson, from }) => (
      <Line
        key={lesson.id}
        kind={from ? 'moved' : 'come'}
        lesson={lesson}
        icon={from ? ArrowLeftOutlined : PlusOutlined}
      >
        {from ? describeOrigin(from, lesson, nameCell) : `只在${names[1]}`}
      </Line>
    ))}
  </td>
)

const describeOrigin = (from: GridLesson, lesson: GridLesson, nameCell: CellProps['nameCell']) =>
  toCellKey(from) === toCellKey(lesson)
    ? `${from.place || '无教室'} → ${lesson.place || '无教室'}`
    : `来自${nameCell(from)}`

interface LineProps {
  kind: 'gone' | 'come' | 'moved'
  lesson: GridLesson
  icon: Icon
  children: string
}

const Line = ({ kind, lesson, icon, children }: LineProps) => (
  <p className={styles['line']} data-kind={kind} title={`${describeLesson(lesson)}，${children}`}>
    <Glyph of={icon} /> <b>{lesson.title}</b> <span>{children}</span>
  </p>
)

interface GroupsProps extends Pick<Props, 'names'> {
  groups: readonly ChangeGroup[]
  sameCount: number
}

function Groups({ groups, sameCount, names }: GroupsProps) {
  const captions = {
    moved: '时间不同',
    relocated: '教室不同',
    onlyBefore: `只在${names[0]}`,
    onlyAfter: `只在${names[1]}`,
  }
  const kinds = Object.entries(captions).flatMap(([kind, caption]) => {
    const ofKind = groups.filter((group) => group.kind === kind)
    return ofKind.length > 0 ? [{ kind, caption, groups: ofKind, count: sum(ofKind) }] : []
  })
  return (
    <div className={styles['groups']}>
      <p className={styles['total']}>
        {kinds.length === 0 ? '两个方案相同' : `不同 ${sum(groups)} 节，相同 ${sameCount} 节`}
      </p>
      {kinds.map(({ kind, caption, groups: ofKind, count }) => (
        <section key={kind}>
          <h3 className={styles['kind']}>
            {caption} {count} 节
          </h3>
          <ul>
            {ofKind.map(({ key, title, count: times, details }) => (
              <li key={key} className={styles['group']}>
                <b>{title}</b>
                {times > 1 && ` ${times} 节`}
                <span>{details.join('，')}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const sum = (groups: readonly ChangeGroup[]) => groups.reduce((total, { count }) => total + count, 0)
