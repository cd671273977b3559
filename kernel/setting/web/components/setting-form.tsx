import { HistoryOutlined, SafetyCertificateOutlined, WarningOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Ret } from '#packages/core'
import { CallError, getFieldErrors, getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SaveBar } from '#packages/web/desk/split-page/save-bar.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { SettingState } from '../../contract.ts'
import { impactQuery, saveSetting, settingKey, settingStateQuery } from '../queries.ts'
import { KeyRow } from './key-row.tsx'
import { listChangedKeys, useSettingDraft } from './use-draft.ts'
import { formatValue } from './setting-labels.ts'
import styles from './setting-form.module.css'

const restMs = 300
const History = lazy(() => import('./history-panel.tsx'))
const Push = lazy(() => import('./push-dialog.tsx'))
const Compare = lazy(() => import('./compare-dialog.tsx'))

interface Props {
  state: SettingState
  /** Whether there are schools below to compare and push to. */
  mayPush: boolean
  foundKey: string | undefined
}

/** The form of one type, rendered from its schema. */
export function SettingForm({ state, mayPush, foundKey }: Props) {
  const isPhone = usePhone()
  const draft = useSettingDraft(state)
  const { base } = draft
  const mayEdit = base.mayEdit && !isPhone
  const saving = useSaving(draft)
  const [open, setOpen] = useState<'history' | 'push' | 'compare'>()
  const isDirty = draft.count > 0
  useUnsaved(isDirty)
  const close = () => setOpen(undefined)
  return (
    <SettingPane
      state={base}
      tools={
        <>
          {mayPush && base.mayFix && !isPhone && base.schema.keys.some(({ isJoined }) => !isJoined) && (
            <>
              <Button size="small" onClick={() => setOpen('compare')}>
                各校对比
              </Button>
              <Button size="small" disabled={isDirty} onClick={() => setOpen('push')}>
                下发到学校…
              </Button>
            </>
          )}
          <Button
            size="small"
            type="text"
            icon={<Glyph of={HistoryOutlined} />}
            aria-expanded={open === 'history'}
            onClick={() => setOpen(open === 'history' ? undefined : 'history')}
          >
            修改记录
          </Button>
        </>
      }
      foot={
        mayEdit && (
          <SaveBar
            changes={draft.count}
            isBusy={saving.busy}
            impact={<ImpactNote draft={draft} />}
            note={getLastChangeText(base)}
            onSave={() => void saving.run()}
            onDiscard={() => {
              draft.discard()
              saving.clear()
            }}
          />
        )
      }
      over={
        <Suspense>
          {open === 'history' && <History state={base} mayRestore={mayEdit && !isDirty} onClose={close} />}
          {open === 'push' && <Push state={base} onClose={close} />}
          {open === 'compare' && <Compare state={base} onClose={close} />}
        </Suspense>
      }
    >
      {saving.conflict && <p className={styles['strip']}>{saving.conflict}</p>}
      {base.schema.keys.length === 0 && <PageState status="empty" title="该应用没有可设置的内容" />}
      {base.schema.keys.map((key) => (
        <KeyRow
          key={key.key}
          of={key}
          draft={draft}
          mayEdit={mayEdit}
          error={saving.errors[`value.${key.key}`]}
          isFound={foundKey === key.key}
        />
      ))}
    </SettingPane>
  )
}

/** How many schools below are affected. Requested after a pause in typing; invalid values affect none. */
function ImpactNote({ draft: { base, count, form } }: { draft: ReturnType<typeof useSettingDraft> }) {
  const wanted = { type: base.type, orgId: base.orgId, value: form.value, reset: form.reset, fixed: form.fixed }
  const text = JSON.stringify(wanted)
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const clock = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(clock)
  }, [text])
  const isReady = count > 0 && base.mayFix && rested === text
  const { data } = useQuery({ ...impactQuery(wanted), enabled: isReady })
  if (!isReady || !data) return null
  return <span title={data.names.join('、')}>{data.schools > 0 ? `将影响 ${data.schools} 所学校` : '不影响学校'}</span>
}

const getLastChangeText = ({ updatedAt, updatedBy }: SettingState) =>
  updatedAt ? `上次修改 ${updatedBy} ${formatDayTime(updatedAt)}` : '还没有修改过'

function useSaving(draft: ReturnType<typeof useSettingDraft>) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<ReactNode>()
  const { base } = draft
  const run = async () => {
    setBusy(true)
    setErrors({})
    setConflict(undefined)
    try {
      const { value, reset, fixed } = draft.form
      const saved = await saveSetting(base.type, { orgId: base.orgId, value, reset, fixed, version: base.version })
      draft.rebase(saved, true)
      toast.success('已保存，立即生效')
      await client.invalidateQueries({ queryKey: settingKey })
    } catch (failed) {
      if (failed instanceof CallError && failed.ret === Ret.changedByOthers) await showConflict()
      else {
        const about = getFieldErrors(failed)
        setErrors(about)
        if (Object.keys(about).length === 0) toast.error(getErrorMessage(failed))
      }
    } finally {
      setBusy(false)
    }
  }
  /** A concurrent change is shown, the own changes stay, and the next save writes them on top. */
  const showConflict = async () => {
    const fresh = await client.fetchQuery({ ...settingStateQuery(base.orgId, base.type), staleTime: 0 })
    const changed = listChangedKeys(base, fresh).map(
      ({ key, before, after }) =>
        `${key.title}：${formatValue(key.control, before)} → ${formatValue(key.control, after)}`,
    )
    draft.rebase(fresh, false)
    setConflict(
      <>
        <Glyph of={WarningOutlined} />
        <span>
          {fresh.updatedBy || '其他管理员'}刚刚修改了这些设置{changed.length > 0 && `（${changed.join('；')}）`}
          。您的改动仍在页面上，核对后可以再次保存。
        </span>
      </>,
    )
  }
  const clear = () => {
    setErrors({})
    setConflict(undefined)
  }
  return { run, busy, errors, conflict, clear }
}

interface PaneProps {
  state: SettingState
  tools: ReactNode
  foot: ReactNode
  over?: ReactNode
  children: ReactNode
}

/** The pane with the keys or tags of a type. */
export const SettingPane = ({ state: { schema }, ...pane }: PaneProps) => (
  <SplitPane
    title={schema.title}
    mark={
      schema.isSecurity && (
        <StatusTag tone="info" icon={SafetyCertificateOutlined} quiet>
          安全设置
        </StatusTag>
      )
    }
    about={schema.description}
    {...pane}
  />
)
