import { ExclamationCircleFilled, InfoCircleOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import styles from './card.module.css'

export const StepError = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className={styles['refusal']} role="alert">
      <Glyph of={ExclamationCircleFilled} />
      {text}
    </p>
  ) : null

/** A notice, for example that the same file was imported before. */
export const InfoNote = ({ text }: { text: string }) =>
  text ? (
    <p className={styles['told']} role="status">
      <Glyph of={InfoCircleOutlined} />
      {text}
    </p>
  ) : null
