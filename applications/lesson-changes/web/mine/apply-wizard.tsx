import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { labelOf, optionsOf } from '#packages/contract'
import { Ret } from '#packages/core'
import { CallError } from '#packages/web/core/call-error.ts'
import {
  askModes,
  cancelReasons,
  coverForm,
  coverKinds,
  coverSources,
  type CoverKind,
  type CoverLesson,
  type CoverItem,
} from '#engines/cover/contract.ts'
import {
  applyForCover,
  candidatesQuery,
  coverKey,
  CoverPicker,
  dropOutdated,
  formatDay,
  formatPeriod,
  isComplete,
  isPassedOn,
  LessonPicker,
  nameLesson,
  type CoverChoices,
} from '#engines/cover/web/desk-api.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { WizardPage } from '#packages/web/desk/wizard/wizard-page.tsx'
import type { WizardStep } from '#packages/web/desk/wizard/wizard-spec.ts'
import styles from './apply-wizard.module.css'

type Source = Exclude<keyof typeof coverSources, 'office'>
/** The office finds whom a class can join. */
type Kind = Exclude<CoverKind, 'merge'>

interface Application {
  lessons: readonly CoverLesson[]
  kind: Kind
  choices: CoverChoices
  why: { source: Source; reason: string }
}

const kindTexts: Readonly<Record<Kind, string>> = {
  substitute: '请同事上这些课',
  swap: '与同事的一节课对调时间',
  move: '移到另一个空的时间，自己上',
  cancel: '这些课不上，另定时间补课或说明原因',
  supervise: '学生自习，请同事看管',
}

const kinds = Object.keys(kindTexts) as Kind[]

const { reason } = coverForm.shape
const whyForm: FormSpec<Application['why']> = {
  schema: z.object({
    source: z.enum(['sick', 'private', 'official', 'research', 'exchange'], '请选择来源'),
    reason: reason.unwrap(),
  }),
  initial: () => ({ source: undefined as never, reason: '' }),
  sections: [
    {
      fields: [
        {
          name: 'source',
          label: '来源',
          kind: 'radio',
          required: true,
          options: optionsOf(coverSources).filter(({ value }) => value !== 'office'),
        },
        {
          name: 'reason',
          label: '说明',
          kind: 'textarea',
          hint: '教务和审核人可以看到，学生和家长看不到',
        },
      ],
    },
  ],
}

const steps: readonly WizardStep<Application>[] = [
  {
    key: 'lessons',
    title: '选课程',
    check: ({ lessons }) => (lessons.length === 0 ? '请选择课程' : undefined),
    body: ({ state, change }) => (
      <div className={styles['card']}>
        <LessonPicker
          value={state.lessons}
          onChange={(lessons) => change({ lessons, choices: dropOutdated(lessons, state.choices) })}
        />
      </div>
    ),
  },
  {
    key: 'kind',
    title: '选方式',
    body: ({ state, change }) => (
      <fieldset className={styles['kinds']}>
        <legend className={styles['legend']}>方式</legend>
        {kinds.map((value) => (
          <label key={value} className={styles['kind']}>
            <input
              type="radio"
              name="kind"
              value={value}
              checked={state.kind === value}
              onChange={() => change({ kind: value, choices: [] })}
            />
            <b>{labelOf(coverKinds, value)}</b>
            <span>{kindTexts[value]}</span>
          </label>
        ))}
      </fieldset>
    ),
  },
  {
    key: 'whom',
    title: '选人或时间',
    check: ({ lessons, choices }) => {
      const missing = lessons.filter(
        ({ lessonId }) => !choices.some((choice) => choice.lessonId === lessonId && isComplete(choice)),
      ).length
      return missing > 0 ? `还有 ${missing} 节课没有选好` : undefined
    },
    body: ({ state, change }) => (
      <div className={styles['card']}>
        <CoverPicker
          key={state.kind}
          lessons={state.lessons}
          kind={state.kind}
          value={state.choices}
          onChange={(choices) => change({ choices })}
        />
      </div>
    ),
  },
  { key: 'why', title: '说明', form: whyForm },
  {
    key: 'look',
    title: '核对',
    body: ({ state }) => <Summary application={state} />,
  },
]

/** What is about to be sent. */
function Summary({ application: { lessons, kind, choices, why } }: { application: Application }) {
  const hasPeople = choices.some(({ userIds }) => userIds.length > 0)
  // The step before has read it already.
  const { data } = useQuery({ ...candidatesQuery(lessons.map(({ lessonId }) => lessonId)), enabled: hasPeople })
  const nameOf = (userId: string) =>
    data?.flatMap(({ candidates }) => candidates).find((one) => one.userId === userId)?.name ?? ''
  return (
    <div className={styles['card']}>
      <h3>{`${labelOf(coverKinds, kind)} ${lessons.length} 节`}</h3>
      <ul>
        {lessons.map((lesson) => {
          const choice = choices.find(({ lessonId }) => lessonId === lesson.lessonId)
          return (
            <li key={lesson.lessonId}>
              {`${formatPeriod(lesson)} ${nameLesson(lesson)}`}
              {choice && <b>{describeChoice(choice, nameOf)}</b>}
              {isPassedOn(lesson) && <em>这节课由您代课，同意后由同事再代</em>}
            </li>
          )
        })}
      </ul>
      <p>{[labelOf(coverSources, why.source), why.reason].filter(Boolean).join('：')}</p>
    </div>
  )
}

function describeChoice({ askMode, userIds, to, cancelReason }: CoverItem, nameOf: (userId: string) => string) {
  if (cancelReason) return `${labelOf(cancelReasons, cancelReason)}，不补课`
  if (to) return `调至 ${formatDay(to.day)}`
  if (askMode === 'office' || askMode === 'everybody') return labelOf(askModes, askMode)
  return userIds.length > 0 ? `请 ${userIds.map(nameOf).join('、')}` : ''
}

const createInitial = (): Application => ({ lessons: [], kind: 'substitute', choices: [], why: whyForm.initial() })

async function sendApplication({ lessons, choices, why }: Pick<Application, 'lessons' | 'choices' | 'why'>) {
  try {
    const [first] = await applyForCover({
      lessons: [...choices],
      ...why,
      isChainConfirmed: lessons.some(isPassedOn),
    })
    return first?.advice
  } catch (error) {
    if (!(error instanceof CallError) || error.ret !== Ret.changedByOthers) throw error
    // The first step reads the lessons again.
    const msg = '课程刚有变化，请回到“选课程”确认后再提交'
    throw new CallError({ ret: error.ret, msg, status: error.status, requestId: error.requestId })
  }
}

interface Props {
  onClose: () => void
}

/** 申请代调课. */
export function ApplyWizard({ onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <WizardPage
      title="申请代调课"
      steps={steps}
      initial={createInitial}
      resumeKey="cover.apply"
      finishLabel="提交"
      finish={async ({ lessons, choices, why }) => {
        const advice = await sendApplication({ lessons, choices, why })
        toast.success(advice ? `已提交。${advice}` : '已提交')
        await client.invalidateQueries({ queryKey: coverKey })
      }}
      onDone={onClose}
      onCancel={onClose}
    />
  )
}
