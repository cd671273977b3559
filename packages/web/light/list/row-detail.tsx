import { use, useState, type ReactNode } from 'react'
import { getErrorMessage, isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import type { ActionPreview } from '#packages/web/core/list/action-preview.ts'
import type { EditSpec, PlainAction, SharedAction, SharedFact } from '#packages/web/core/list/list-spec.ts'
import { BottomSheet } from '../bottom-sheet.tsx'
import { Button } from '../button.tsx'
import { PhoneControlsContext } from '../module-parts.ts'
import { DetailList, DetailRow } from '../row.tsx'
import { InlineLoadError, Skeleton } from '../state-notice.tsx'
import { useLoaded } from '../use-loaded.ts'
import { ActionQuestion } from './action-question.tsx'
import type { AnyList, AnyRow, AnyValues } from './any-list.ts'
import { StateTag } from './list-rows.tsx'
import type { OpenForm } from './row-form.tsx'
import styles from './phone-list.module.css'

interface Props {
  list: AnyList
  id: string
  /** The row of the list; undefined when a link opened it. */
  row: AnyRow | undefined
  /** Those that the user may use. */
  actions: readonly SharedAction<AnyRow>[]
  edit: EditSpec<AnyRow, AnyValues> | undefined
  below: ((row: AnyRow) => ReactNode) | undefined
  onForm: (form: OpenForm) => void
  onChanged: () => void
  onMessage: (message: string, undo?: () => void) => void
  onWarning: (message: string) => void
  onClose: () => void
}

/** One record in a sheet: its facts, and what can be done with it. */
export function RowDetail(props: Props) {
  const { list, id, row, actions, edit, below, onForm, onChanged, onMessage, onWarning, onClose } = props
  const { detail } = list
  const of = detail?.of ?? edit?.of
  const loaded = useLoaded(id, async () => {
    if (!of) return { record: row!, error: undefined }
    const { signal } = new AbortController()
    return of(id)
      .queryFn({ signal })
      .then(
        (record) => ({ record, error: undefined }),
        (error: unknown) => ({ record: undefined, error }),
      )
  })
  const answer = loaded.answer === 'failed' ? undefined : loaded.answer
  const whole = answer?.record
  const shown = whole ?? row
  const name = shown ? (detail?.name(shown) ?? list.name.of(shown)) : list.name.title
  const [asked, setAsked] = useState<{ action: PlainAction<AnyRow>; preview: ActionPreview | undefined }>()
  const [busy, setBusy] = useState('')

  const run = async (action: PlainAction<AnyRow>, record: AnyRow) => {
    setBusy(action.key)
    try {
      const undo = await action.run({ ids: [id] }, [record])
      const message = action.done(1)
      const undoAndReload = undo && (() => void undo().then(onChanged, (error) => onWarning(getErrorMessage(error))))
      if (message) onMessage(message, undoAndReload || undefined)
      onChanged()
      // The message and its 撤销 are behind the sheet.
      if (message || !detail) onClose()
      else loaded.again()
    } catch (error) {
      onWarning(getErrorMessage(error) || '没有成功，请重试')
      onClose()
    }
    setBusy('')
    setAsked(undefined)
  }
  const start = async (action: SharedAction<AnyRow>, record: AnyRow) => {
    if ('withFormAction' in action)
      return action.withFormAction((form) => onForm({ kind: 'action', action: form as never, row: record, name }))
    if (!action.isDanger && !action.preview) return run(action, record)
    setBusy(action.key)
    try {
      const preview = await action.preview?.({ ids: [id] }, [record])
      setAsked({ action, preview })
    } catch (error) {
      onWarning(getErrorMessage(error))
      onClose()
    }
    setBusy('')
  }
  return (
    <BottomSheet title={name} onClose={onClose}>
      {shown && <Facts list={list} record={shown} />}
      {!whole && !answer?.error && <Skeleton blocks={[[60, 80]]} />}
      {answer?.error !== undefined && <DetailError error={answer.error} onRetry={loaded.again} />}
      {whole && below?.(whole)}
      {whole && (
        <div className={styles['actions']}>
          {edit && (edit.when?.(whole) ?? true) && (
            <Button size="task" kind="tint" onClick={() => onForm({ kind: 'edit', edit, row: whole })}>
              编辑
            </Button>
          )}
          {actions
            .filter((action) => action.when?.(whole) ?? true)
            .map((action) => (
              <ActionButton
                key={action.key}
                action={action}
                why={action.whyNot?.(whole)}
                isBusy={busy === action.key}
                onPress={() => void start(action, whole)}
              />
            ))}
        </div>
      )}
      {asked && whole && (
        <ActionQuestion
          {...asked}
          name={name}
          isBusy={busy === asked.action.key}
          onConfirm={() => void run(asked.action, whole)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </BottomSheet>
  )
}

function Facts({ list: { detail, columns, name }, record }: { list: AnyList; record: AnyRow }) {
  const rowName = name.of(record)
  const state = detail?.state?.(record)
  const about = detail?.about(record) ?? []
  const sections: ReturnType<NonNullable<typeof detail>['sections']> = detail?.sections(record) ?? [
    {
      facts: columns
        .filter(({ hiddenByDefault }) => !hiddenByDefault)
        .map((column) => ({ label: column.title, text: column.text(record) })),
    },
  ]
  return (
    <>
      {(state || about.length > 0) && (
        <p className={styles['about']}>
          {state && <StateTag state={state} />}
          {about.join('，')}
        </p>
      )}
      {sections
        .map(({ title, facts }) => ({ title, facts: facts.filter(({ text }) => text) }))
        .filter(({ facts }) => facts.length > 0)
        .map(({ title, facts }) => (
          <section key={title ?? ''}>
            {title && <h3 className={styles['section']}>{title}</h3>}
            <DetailList>
              {facts.map((fact) => (
                <DetailRow key={`${fact.label}${fact.text}`} label={fact.label}>
                  <FactText fact={fact} rowName={rowName} />
                </DetailRow>
              ))}
            </DetailList>
          </section>
        ))}
    </>
  )
}

/** Up to this length a text has words that stay whole: a date with its weekday and time. */
const shortText = 22

function FactText({ fact: { text, href, drawn }, rowName }: { fact: SharedFact; rowName: string }) {
  const Value = use(PhoneControlsContext).values?.[drawn?.of ?? '']
  if (drawn && Value) return <Value value={drawn.value} rowName={rowName} />
  return href ? (
    <a className={styles['link']} href={href}>
      {text}
    </a>
  ) : (
    <span className={`${styles['text']} ${text.length <= shortText ? styles['short'] : ''}`}>{text}</span>
  )
}

const DetailError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  isMissingOrForbidden(error) ? (
    <p className={styles['about']}>内容不存在，或您没有权限查看。</p>
  ) : (
    <InlineLoadError onRetry={onRetry} />
  )

interface ActionButtonProps {
  action: SharedAction<AnyRow>
  why: string | undefined
  isBusy: boolean
  onPress: () => void
}

const ActionButton = ({ action: { label, isDanger, isPrimary }, why, isBusy, onPress }: ActionButtonProps) => (
  <>
    <Button
      size="task"
      kind={isDanger ? 'withdraw' : isPrimary ? 'primary' : 'plain'}
      busy={isBusy && '请稍等…'}
      isDisabled={why !== undefined}
      onClick={onPress}
    >
      {label}
    </Button>
    {why !== undefined && <p className={styles['about']}>{why}</p>}
  </>
)
