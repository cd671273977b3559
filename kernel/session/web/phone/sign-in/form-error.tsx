import { WarningIcon } from '#packages/web/light/icons.tsx'
import styles from './form.module.css'

/** A refusal that belongs to no field. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p className={styles['wrong']} role="alert">
      <WarningIcon size={16} />
      {message}
    </p>
  )
}
