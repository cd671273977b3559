import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Ret } from '#packages/core'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { roleDetailQuery, roleKey, saveRole } from '../../role-queries.ts'
import type { RoleDraftEditor } from './use-role-draft.ts'

/** Saves the draft. After a refusal the message and all changes stay on the page. */
export function useSaveRole(draft: RoleDraftEditor) {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string>()
  const reread = () => client.fetchQuery({ ...roleDetailQuery(draft.detail.id), staleTime: 0 })
  const failed = async (error: unknown) => {
    if (!(error instanceof CallError) || error.ret !== Ret.changedByOthers) return setMessage(getErrorMessage(error))
    const fresh = await reread()
    draft.rebase(fresh)
    setMessage(`${fresh.updatedBy || '其他管理员'}刚刚修改了此角色。您的改动仍在页面上，核对后可以再次保存。`)
  }
  const run = async () => {
    setBusy(true)
    setMessage(undefined)
    try {
      const { notifiedCount } = await saveRole(draft.form)
      draft.settle(await reread())
      toast.success(notifiedCount > 0 ? `已保存，已通知 ${notifiedCount} 人` : '已保存，立即生效')
      await client.invalidateQueries({ queryKey: roleKey })
    } catch (error) {
      await failed(error).catch((other: unknown) => setMessage(getErrorMessage(other)))
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, message, clear: () => setMessage(undefined) }
}
