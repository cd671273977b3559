import { useEffect, useEffectEvent } from 'react'
import { useToast } from '#packages/web/desk/toast.tsx'

/** Shows a message of the server after 已保存, from code that can only open a dialog. */
export function ToastOnce({ message, onShown }: { message: string; onShown: () => void }) {
  const toast = useToast()
  const show = useEffectEvent(() => {
    toast.success(message)
    onShown()
  })
  useEffect(() => show(), [])
  return null
}
