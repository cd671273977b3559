import { useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Refusal } from '#packages/web/desk/list/act-told.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { removeAdministrator } from '../queries.ts'

interface Props {
  orgId: string
  userId: string
  name: string
  onRemoved: () => void
  onClose: () => void
}

/** Asks first: whoever loses the role notices it at once. Why it is refused is read where the question was. */
export function RemoveDialog({ orgId, userId, name, onRemoved, onClose }: Props) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const remove = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await removeAdministrator(orgId, userId)
      toast.success(`已取消${name}的管理员身份`)
      onRemoved()
      onClose()
    } catch (error) {
      const words = wordsOf(error)
      // The same words stand behind names in lists of those left out: 是本单位最后一名管理员.
      setRefusal(words.startsWith('是') ? name + words : words)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`取消管理员：${name}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            返回
          </Button>
          <Button type="primary" danger loading={isBusy} onClick={() => void remove()}>
            取消管理员
          </Button>
        </>
      }
    >
      <Refusal words={refusal} />
      <p>{name}将不能再管理本单位，任职和账号不受影响。</p>
    </Dialog>
  )
}
