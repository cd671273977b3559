import { CheckOutlined, MinusOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { setUpSteps, type SchoolReadiness, type SetUpStep } from '../../../contract.ts'
import { getStepUrl } from '../../readiness-queries.ts'
import type { SchoolColumn } from './school-table.tsx'
import styles from './step-columns.module.css'

type Step = SchoolReadiness['steps'][number]

/** Shorter than the step titles, because the columns are narrow. */
const titles: Record<Exclude<SetUpStep, 'finish'>, string> = {
  facts: '学校信息',
  terms: '学期',
  periods: '作息',
  classes: '班级',
  staff: '教师',
  teachers: '班主任',
  students: '学生',
}

function getStepText({ key, state, count }: Step): string {
  if (state === 'skipped') return '暂不设置'
  if (key === 'teachers') return state === 'done' ? '' : count ? `缺 ${count}` : '未设置'
  if (state === 'done') return count === null ? '' : count.toLocaleString()
  if (key === 'facts') return '不完整'
  return count ? `仅 ${count}` : '未设置'
}

const StepCell = ({ step }: { step: Step }) => (
  <>
    {step.state === 'done' && <Glyph of={CheckOutlined} className={styles['tick']!} />}
    {step.state === 'skipped' && <Glyph of={MinusOutlined} className={styles['quiet']!} />}
    <span className={step.state === 'skipped' ? styles['quiet'] : undefined}>{getStepText(step)}</span>
  </>
)

const stepColumn = (key: Exclude<SetUpStep, 'finish'>): SchoolColumn => ({
  key,
  title: titles[key],
  cell: (school) => {
    const step = school.steps.find((one) => one.key === key)!
    const isMissing = step.state === 'open' && !school.isReady
    return { content: <StepCell step={step} />, spokenText: step.about || setUpSteps[key], isMissing }
  },
  to: () => getStepUrl(key),
})

const teaching: SchoolColumn = {
  key: 'teaching',
  title: '任课',
  cell: ({ classCount, untaughtCount }) => {
    if (classCount === 0) return { content: '—', spokenText: '还没有班级' }
    if (untaughtCount === 0)
      return { content: <Glyph of={CheckOutlined} className={styles['tick']!} />, spokenText: '已安排' }
    return { content: `缺 ${untaughtCount} 班`, spokenText: `${untaughtCount}个班级没有安排任课`, isMissing: true }
  },
  to: () => '/baseData/Teaching',
}

/** Counted like on the set-up page: skipped steps count, and finishing is a step. */
export const getProgress = ({ steps: all, isReady }: SchoolReadiness) =>
  [all.filter(({ state }) => state !== 'open').length + (isReady ? 1 : 0), all.length + 1] as const

export const progressColumn: SchoolColumn = {
  key: 'progress',
  title: '设置进度',
  sort: 'progress',
  cell: (school) => {
    const [done, all] = getProgress(school)
    return { content: `${done} / ${all}`, spokenText: `已完成${done}步，共${all}步`, isMissing: !school.isReady }
  },
  to: () => '/baseData/SetUp',
}

const steps = ['facts', 'terms', 'periods', 'classes', 'staff', 'teachers', 'students'] as const

/** A column for each step, for teaching and for the total. */
export const stepColumns: readonly SchoolColumn[] = [...steps.map(stepColumn), teaching, progressColumn]

/** The titles of the missing steps. */
export const listMissingTitles = ({ steps: all, isReady }: SchoolReadiness) =>
  isReady ? [] : all.flatMap(({ key, state }) => (state === 'open' && key !== 'finish' ? [titles[key]] : []))
