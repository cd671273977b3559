import { useEffect, useMemo } from 'react'
import styles from './avatar-image.module.css'

interface AvatarImageProps {
  blob: Blob | undefined
  initial: string
  size: 28 | 80
}

/** The picture of a user, or the first character of the name. */
export function AvatarImage({ blob, initial, size }: AvatarImageProps) {
  const url = useObjectUrl(blob)
  const box = { width: size, height: size, fontSize: size / 2 }
  return (
    <span className={styles['avatar']} style={box} aria-hidden="true">
      {url ? <img src={url} alt="" width={size} height={size} /> : initial}
    </span>
  )
}

function useObjectUrl(blob: Blob | undefined) {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}
