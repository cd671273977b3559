import styles from './changed-fields.module.css'

/** A value, or that there was none. */
export const EmptyValue = ({ text }: { text: string }) => text || <span className={styles['none']}>空</span>
