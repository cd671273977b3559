import { ArrowLeftOutlined, ExperimentOutlined, LockOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { SaveBar } from '#packages/web/desk/split-page/save-bar.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { useUndoKey } from '#packages/web/desk/use-undo-key.ts'
import { ruleOrigins, type DefinitionDetail } from '../../contract.ts'
import { listProblems, locateProblems, type RuleProblem } from './check-rules.ts'
import { definitionKey, listFieldErrors, saveDefinition } from './definition-queries.ts'
import { findEntry } from './edit-rules.ts'
import { StepFacts } from './step-facts.tsx'
import { StepLine } from './step-line.tsx'
import { EntryPane, RulesPane } from './step-pane.tsx'
import { useFlowDraft, type FlowDraft } from './use-flow-draft.ts'
import styles from './flow-designer.module.css'

const Trial = lazy(() => import('./trial-dialog.tsx'))
const Publish = lazy(() => import('./publish-dialog.tsx'))
const Disable = lazy(() => import('./disable-dialog.tsx'))
const Versions = lazy(() => import('./versions-dialog.tsx'))

interface Props {
  detail: DefinitionDetail
  /** Requests that are being decided now. */
  running: number
  /** Reads it from the server again. */
  reload: () => Promise<unknown>
  onBack: () => void
}

/** The flow of one kind of request: its steps, and the settings of the chosen one. */
export function FlowDesigner({ detail: latest, running, reload, onBack }: Props) {
  const isPhone = usePhone()
  const [chosen, onChoose] = useState<string | undefined>(isPhone ? undefined : (latest.rules.steps[0]?.key ?? ''))
  const draft = useFlowDraft(latest)
  const { detail } = draft
  const isReadOnly = detail.isLocked
  useUnsaved(draft.isDirty)
  const checked = useSaving(draft, onChoose, reload)
  const [open, setOpen] = useState<'trial' | 'publish' | 'disable' | 'versions'>()
  const close = () => setOpen(undefined)
  useUndoKey(open || checked.isBusy ? undefined : draft.undo)
  const entry = chosen ? findEntry(draft.rules, chosen) : undefined
  const pane = { detail, draft, problems: checked.problems.filter(({ key }) => key === (entry?.key ?? '')) }
  return (
    <>
      <SplitPage
        note={detail.subjectTitle}
        picker={
          <div>
            <Button type="text" icon={<Glyph of={ArrowLeftOutlined} />} onClick={onBack}>
              全部流程
            </Button>
          </div>
        }
        actions={
          <Actions
            detail={detail}
            isDirty={draft.isDirty}
            onTry={() => checked.check() && setOpen('trial')}
            onOpen={setOpen}
          />
        }
        lead={<OriginStrip detail={detail} />}
        back={chosen === undefined ? undefined : { label: '全部步骤', onBack: () => onChoose(undefined) }}
        list={
          <StepLine
            draft={draft}
            chosen={chosen}
            problems={checked.problems}
            isReadOnly={isReadOnly}
            onChoose={onChoose}
          />
        }
      >
        {chosen !== undefined &&
          (isReadOnly ? (
            <StepFacts entry={entry} rules={draft.rules} terms={draft.terms} />
          ) : entry ? (
            <EntryPane key={entry.key} entry={entry} {...pane} />
          ) : (
            <RulesPane {...pane} />
          ))}
        {!isReadOnly && (
          <SaveBar
            changes={draft.isDirty}
            isBusy={checked.isBusy}
            saveLabel="保存草稿"
            refusal={checked.refusal}
            onUndo={draft.undo}
            onSave={checked.save}
            onDiscard={() => {
              draft.discard()
              checked.reset()
            }}
          />
        )}
      </SplitPage>
      <Suspense>
        {open === 'trial' && <Trial detail={detail} rules={draft.rules} onClose={close} />}
        {open === 'publish' && <Publish detail={detail} running={running} onClose={close} />}
        {open === 'disable' && <Disable detail={detail} onClose={close} />}
        {open === 'versions' && <Versions detail={detail} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Problems are shown from the first attempt to save on, because a new step has none of its settings yet. */
function useSaving(draft: FlowDraft, onChoose: (key: string) => void, reload: () => Promise<unknown>) {
  const client = useQueryClient()
  const toast = useToast()
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  /** What the server refused, for the rules that were sent. */
  const [refused, setRefused] = useState<{ of: unknown; problems: readonly RuleProblem[] }>()
  const { detail, rules, terms } = draft
  const found = listProblems(rules, { ...detail, names: terms.names })
  const problems = [...(isChecked ? found : []), ...(refused?.of === rules ? refused.problems : [])]
  const show = (all: readonly RuleProblem[]) => {
    setChecked(true)
    onChoose(all[0]!.key)
    toast.error(`有 ${all.length} 处需要补充`)
  }
  const check = () => {
    if (found.length > 0) show(found)
    return found.length === 0
  }
  const save = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const { subject, orgId, version } = detail
      await saveDefinition({ subject, orgId, rules, version })
      toast.success('草稿已保存')
      await reload()
      await client.invalidateQueries({ queryKey: definitionKey })
      draft.discard()
      setChecked(false)
    } catch (error) {
      const located = locateProblems(listFieldErrors(error), rules)
      setRefused({ of: rules, problems: located })
      if (located.length > 0) show(located)
      else setRefusal(getErrorMessage(error))
    }
    setBusy(false)
  }
  return {
    problems,
    isBusy,
    refusal,
    check,
    save: () => {
      if (check()) void save()
    },
    reset: () => {
      setChecked(false)
      setRefusal(undefined)
    },
  }
}

interface ActionsProps {
  detail: DefinitionDetail
  isDirty: boolean
  onTry: () => void
  onOpen: (dialog: 'publish' | 'disable' | 'versions') => void
}

function Actions({ detail, isDirty, onTry, onOpen }: ActionsProps) {
  return (
    <>
      {detail.versions.length > 0 && <Button onClick={() => onOpen('versions')}>版本</Button>}
      <Button icon={<Glyph of={ExperimentOutlined} />} onClick={onTry}>
        试运行
      </Button>
      {!detail.isLocked && detail.origin === 'own' && <Button onClick={() => onOpen('disable')}>停用</Button>}
      {!detail.isLocked && (
        <Button
          type="primary"
          disabled={detail.draftId === null || isDirty}
          title={isDirty ? '请先保存草稿' : detail.draftId === null ? '没有未发布的草稿' : undefined}
          onClick={() => onOpen('publish')}
        >
          发布
        </Button>
      )}
    </>
  )
}

function OriginStrip({ detail }: { detail: DefinitionDetail }) {
  const isPhone = usePhone()
  const { isLocked, origin, originName, draftId } = detail
  if (isLocked)
    return (
      <p className={styles['locked']} role="status">
        <Glyph of={LockOutlined} />由{originName}统一设置，下级必须使用，本单位只能查看
      </p>
    )
  const owner = origin === 'above' ? originName : ruleOrigins[origin]
  const text = origin === 'own' ? '正在使用本单位的流程' : `正在使用${owner}的流程，发布后改用本单位的`
  return (
    <p className={styles['origin']}>
      {/* On a phone the title of the page does not name it. */}
      {isPhone && <strong>{detail.subjectTitle}</strong>}
      {draftId === null ? text : `${text}；草稿已保存，还没有发布`}
    </p>
  )
}
