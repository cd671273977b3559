import { ExclamationCircleFilled, InfoCircleOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import styles from './card.module.css'

/** What was refused, in place. */
export const ErrorNote = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className={styles['refusal']} role="alert">
      <Glyph of={ExclamationCircleFilled} />
      {text}
    </p>
  ) : null

/** What there is to know: that the same file has been here before. */
export const InfoNote = ({ text }: { text: string }) =>
  text ? (
    <p className={styles['told']} role="status">
      <Glyph of={InfoCircleOutlined} />
      {text}
    </p>
  ) : null
