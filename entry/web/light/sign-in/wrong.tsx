import { WarningIcon } from '#packages/web/light/icons.tsx'
import styles from './form.module.css'

/** A refusal that belongs to no field. */
export function Wrong({ words }: { words: string | undefined }) {
  if (!words) return null
  return (
    <p className={styles['wrong']} role="alert">
      <WarningIcon size={16} />
      {words}
    </p>
  )
}
