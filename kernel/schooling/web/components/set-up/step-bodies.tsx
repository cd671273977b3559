import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { FactRows } from '#packages/web/desk/board/fact-rows.tsx'
import { getDefaultPeriods } from '../../../contract-hours.ts'
import {
  getFirstDayOfSchoolYear,
  getSchoolYear,
  setUpSteps,
  type SchoolClass,
  type SetUpStep,
  type Term,
} from '../../../contract.ts'
import { allClassesQuery, setClassTeacher } from '../../class-queries.ts'
import { saveScheme, termsQuery } from '../../time-queries.ts'
import { getToday } from '../../class-labels.ts'
import { useGenerateClasses } from '../generate-dialog.tsx'
import { GenerateGrid } from '../generate-grid.tsx'
import { HeadGrid, listHeadItems, type Heads } from '../head-grid.tsx'
import { FactsStep } from './facts-step.tsx'
import { QueryResult, SetUpStepBody } from './step-body.tsx'
import type { SetUpStepProps } from './step-props.ts'
import styles from './set-up.module.css'

/** Terms belong to the district and are created automatically. */
function Terms({ setUp: { orgId }, isDone }: SetUpStepProps) {
  const query = useQuery(termsQuery(orgId))
  return (
    <SetUpStepBody
      text={isDone ? '学期由区里统一设置，一般不用改。' : '区里还没有设置学期，请联系教育局。'}
      to={isDone ? { label: '设置本校日期', address: '/baseData/Terms' } : undefined}
    >
      <QueryResult query={query}>
        {(terms) => (
          <div className={styles['facts']}>
            <FactRows
              facts={thisYear(terms).map((term) => ({ label: numbers[term.number - 1]!, value: daysOf(term) }))}
            />
          </div>
        )}
      </QueryResult>
    </SetUpStepBody>
  )
}

const numbers = ['第一学期', '第二学期']
const daysOf = ({ startsOn, endsOn, weeks }: Term) => `${startsOn} 至 ${endsOn}，${weeks} 周`

/** Both terms of the current school year. */
function thisYear(terms: readonly Term[]) {
  const current = terms.find(({ isCurrent }) => isCurrent)
  return terms
    .filter(({ schoolYear }) => schoolYear === current?.schoolYear)
    .sort((one, other) => one.number - other.number)
}

function Periods({ setUp: { orgId, stages }, isDone, onDone }: SetUpStepProps) {
  if (isDone) return <SetUpStepBody text="作息时间已经设置。" to={{ label: '查看作息', address: '/baseData/Terms' }} />
  const hours = getDefaultPeriods(stages)
  const adopt = async () => {
    const startsOn = getFirstDayOfSchoolYear(getSchoolYear(getToday()))
    const periods = hours.map((hour, at) => ({ id: null, slotId: null, ...hour, sort: at + 1 }))
    const scheme = { id: null, orgId, name: '常规作息', gradeIds: [], startsOn, endsOn: null, version: 0 }
    await saveScheme({ ...scheme, followsId: null, periods })
    await onDone('已采用常用作息')
  }
  return (
    <SetUpStepBody
      text="先采用常用作息，以后随时可以改成本校的时间。"
      action={{ label: '采用常用作息', run: adopt }}
      to={{ label: '自行设置', address: '/baseData/Terms' }}
    >
      <ul className={styles['hours']} aria-label="常用作息">
        {hours.map(({ name, begins, ends }) => (
          <li key={name}>
            <span>{name}</span>
            <span className={styles['clock']}>{`${begins}–${ends}`}</span>
          </li>
        ))}
      </ul>
    </SetUpStepBody>
  )
}

function Classes({ setUp: { orgId }, onDone }: SetUpStepProps) {
  const generating = useGenerateClasses(orgId)
  const { wanted, numbers: filled, setNumbers, count, canSend, generate } = generating
  const run = async () => onDone(`已新建 ${await generate()} 个班级`)
  const query = { data: wanted, error: generating.error, isError: Boolean(generating.error), refetch: generating.retry }
  return (
    <SetUpStepBody
      text="每个年级填一个数；各年级一样时，填第一行即可。已有的班级不受影响。"
      action={{ label: count > 0 ? `生成 ${count} 个班级` : '生成班级', run, isDisabled: !canSend }}
    >
      <QueryResult query={query}>
        {(grades) => <GenerateGrid wanted={grades} numbers={filled} onChange={setNumbers} />}
      </QueryResult>
    </SetUpStepBody>
  )
}

const Staff = ({ setUp: { orgId } }: SetUpStepProps) => (
  <SetUpStepBody
    text="用学校现有的 Excel 名单导入，列的顺序和名称不限，导入前会逐行检查。"
    to={{ label: '导入教师', address: `/baseData/Import?target=staff&orgId=${orgId}`, isMain: true }}
  />
)

function Teachers({ setUp: { orgId }, onDone }: SetUpStepProps) {
  const classes = useQuery(allClassesQuery(orgId))
  const [heads, setHeads] = useState<Heads>({})
  // Changes the key after saving, which clears the pasted text.
  const [round, setRound] = useState(0)
  const items = listHeadItems(heads)
  const save = async () => {
    // Starts today and not with the term, because some teachers joined later.
    const { changed } = await setClassTeacher({ role: 'head', from: getToday(), items })
    setHeads({})
    setRound(round + 1)
    await onDone(`已设置 ${changed} 个班级`)
  }
  return (
    <SetUpStepBody
      text="任期自今日起，可分批设置。"
      action={{
        label: items.length > 0 ? `保存 ${items.length} 个班级` : '保存班主任',
        run: save,
        isDisabled: items.length === 0,
      }}
    >
      <QueryResult query={classes}>
        {(rows) => <HeadFields key={round} orgId={orgId} rows={rows} heads={heads} setHeads={setHeads} />}
      </QueryResult>
    </SetUpStepBody>
  )
}

interface HeadFieldsProps {
  orgId: string
  rows: readonly SchoolClass[]
  heads: Heads
  setHeads: (heads: Heads) => void
}

const HeadFields = ({ orgId, rows, heads, setHeads }: HeadFieldsProps) =>
  rows.length === 0 ? (
    <p className={styles['none']}>还没有班级，请先完成“年级班级”。</p>
  ) : (
    <HeadGrid orgId={orgId} classes={rows} value={heads} onChange={setHeads} duty="班主任" />
  )

const Students = ({ setUp: { orgId } }: SetUpStepProps) => (
  <SetUpStepBody
    text="全国学籍系统导出的 Excel 可以直接导入，不用改表头；班级按名称自动对应。"
    to={{ label: '导入学生', address: `/baseData/Import?target=student&orgId=${orgId}`, isMain: true }}
  />
)

function Finish({ setUp: { steps }, isDone, onConfirm }: SetUpStepProps) {
  const open = steps.filter(({ key, state }) => key !== 'finish' && state === 'open')
  const text = isDone
    ? '学校初始化已经完成。'
    : open.length > 0
      ? `还有 ${open.length} 步待完成：${open.map(({ key }) => setUpSteps[key]).join('、')}。暂时不做的可以选“暂不设置”。`
      : '邀请教师开通账号、把班级邀请码发给家长，学校就可以使用了。'
  return (
    <SetUpStepBody
      text={text}
      action={isDone ? undefined : { label: '完成设置', run: onConfirm, isDisabled: open.length > 0 }}
      to={{ label: '邀请教师开通账号', address: '/baseData/User?account=none' }}
      also={{ label: '班级邀请码', address: '/baseData/Student?classCode=1' }}
    />
  )
}

export const stepBodies: Record<SetUpStep, (props: SetUpStepProps) => ReactNode> = {
  facts: FactsStep,
  terms: Terms,
  periods: Periods,
  classes: Classes,
  staff: Staff,
  teachers: Teachers,
  students: Students,
  finish: Finish,
}
