import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import type { Route } from '#packages/contract'
import { callRaw } from '#packages/web/core/call.ts'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import styles from './person-picture.module.css'

/** Another module serves the pictures; the contacts only return their address. */
const pictureRoute = (path: string): Route<z.ZodUndefined, z.ZodUndefined, z.ZodAny> => ({
  method: 'GET',
  path: path as `/api/${string}`,
  title: '头像',
  access: 'staff',
  module: 'directory',
  data: z.any(),
})

/** The picture of a person, or the name when there is none. */
export function PersonPicture({ name, address }: { name: string; address: string }) {
  const { data } = useQuery({
    queryKey: ['picture', address],
    queryFn: ({ signal }) => callRaw(pictureRoute(address), { signal }),
    enabled: address !== '',
  })
  const url = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url ? <img className={styles['picture']} src={url} alt="" /> : <InitialsAvatar name={name} size="head" />
}
