import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { SaveBar } from '#packages/web/desk/split-page/save-bar.tsx'
import { SplitPane, SplitPaneState } from '#packages/web/desk/split-page/split-pane.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { teachingAffairsApi, type PersonRights } from '../../contract.ts'
import { affairsKey, peopleQuery, rightsQuery } from '../affairs-queries.ts'
import { applyPreset, copyRights, countChanges, presets, toDraft } from '../rights-draft.ts'
import { AreaTable } from './area-table.tsx'

/** What one person may do in teaching affairs. */
export function PersonRightsPane({ userId }: { userId: string }) {
  const query = useQuery(rightsQuery(userId))
  if (!query.data) return <SplitPaneState query={query} />
  return <Editor key={query.data.version} rights={query.data} />
}

function Editor({ rights }: { rights: PersonRights }) {
  const { userId, name, post, version, permissions } = rights
  const client = useQueryClient()
  const toast = useToast()
  const stored = toDraft(rights)
  const [draft, setDraft] = useState(stored)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const changes = countChanges(stored, draft)
  useUnsaved(changes > 0)
  const save = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const given = [...draft].map(([code, scope]) => ({ code, onlyClasses: scope === 'classes' }))
      await call(teachingAffairsApi.saveRights, { body: { userId, version, permissions: given } })
      toast.success('已保存，对方下次操作即生效')
      await client.invalidateQueries({ queryKey: affairsKey })
    } catch (error) {
      setRefusal(getErrorMessage(error))
    }
    setBusy(false)
  }
  const copy = async (from: string) => {
    try {
      setDraft(copyRights(permissions, await client.fetchQuery(rightsQuery(from))))
    } catch (error) {
      setRefusal(getErrorMessage(error))
    }
  }
  return (
    <SplitPane
      title={name}
      about={[post, '由其他角色得到的功能已勾选并写明角色，在“角色管理”里修改'].filter(Boolean).join('；')}
      tools={
        <>
          <PlainSelect
            label="套用常用权限"
            value=""
            placeholder="套用常用权限"
            options={presets.map(({ key, label }) => ({ value: key, label }))}
            onChange={(key) =>
              setDraft(
                applyPreset(
                  permissions,
                  presets.find((one) => one.key === key)!,
                ),
              )
            }
          />
          <CopySelect userId={userId} onChoose={(from) => void copy(from)} />
        </>
      }
      foot={
        <SaveBar
          changes={changes}
          isBusy={isBusy}
          refusal={refusal}
          onSave={() => void save()}
          onDiscard={() => {
            setDraft(stored)
            setRefusal(undefined)
          }}
        />
      }
    >
      <AreaTable permissions={permissions} draft={draft} onChange={setDraft} />
    </SplitPane>
  )
}

/** The people who have rights: theirs can be copied. */
function CopySelect({ userId, onChoose }: { userId: string; onChoose: (from: string) => void }) {
  const { data = [] } = useQuery(peopleQuery(''))
  return (
    <PlainSelect
      label="从他人复制"
      value=""
      placeholder="从他人复制"
      options={data.flatMap((one) => (one.userId === userId ? [] : [{ value: one.userId, label: one.name }]))}
      onChange={onChoose}
    />
  )
}
