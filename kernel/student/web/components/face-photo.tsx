import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { useInView } from '#packages/web/desk/use-in-view.ts'
import type { FaceItem } from '../../contract.ts'
import { facePhotoQuery } from '../face-queries.ts'
import styles from './face-photo.module.css'

const minute = 60_000

/** The photo of a pupil, loaded when it scrolls into view; the name if there is none. */
export function FacePhoto({ item, size }: { item: FaceItem; size: 'tile' | 'large' }) {
  const box = useRef<HTMLSpanElement>(null)
  const isSeen = useInView(box)
  const { data, isError } = useQuery({
    ...facePhotoQuery(item),
    enabled: isSeen && item.hasPhoto,
    staleTime: Infinity,
    gcTime: minute,
  })
  const url = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return (
    <span ref={box} className={`${styles['photo']} ${styles[size]}`}>
      {item.hasPhoto && url ? (
        <img src={url} alt={size === 'large' ? `${item.name}的照片` : ''} />
      ) : item.hasPhoto ? (
        <span className={styles['none']}>{isError ? '照片读取失败' : ''}</span>
      ) : (
        <InitialsAvatar name={item.name} size="head" />
      )}
    </span>
  )
}
