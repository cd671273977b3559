import { useEffect, useEffectEvent } from 'react'
import { useToast } from '#packages/web/desk/toast.tsx'

/** What the server adds to 已保存, said where only a dialog can be opened from. */
export function Said({ words, onSaid }: { words: string; onSaid: () => void }) {
  const toast = useToast()
  const say = useEffectEvent(() => {
    toast.success(words)
    onSaid()
  })
  useEffect(() => say(), [])
  return null
}
