import { PageIcon } from '#packages/web/light/part-icons.tsx'
import styles from './files.module.css'

/** The thumbnail of a file; the name stands beside it. */
export const FilePicture = ({ picture }: { picture: string | null }) => (
  <span className={styles['picture']}>{picture ? <img src={picture} alt="" /> : <PageIcon size={24} />}</span>
)
