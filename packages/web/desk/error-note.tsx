import { ExclamationCircleFilled } from '@ant-design/icons'
import { Glyph } from './glyph.tsx'
import styles from './error-note.module.css'

/** Why an action was refused. It stays until the next try, because figures are read more than once. */
export const ErrorNote = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p className={styles['note']} role="alert">
      <Glyph of={ExclamationCircleFilled} />
      {message}
    </p>
  )
