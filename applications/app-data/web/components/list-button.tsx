import { UnorderedListOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { findList, type Range } from '../data-queries.ts'

interface Props {
  code: string
  title: string
  range: Pick<Range, 'orgId' | 'from' | 'to'>
}

/** Opens the list of the application behind a figure, with the right that the user has there. */
export function ListButton({ code, title, range }: Props) {
  const navigate = useNavigate()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const url = await findList(code, range)
      if (url === null) toast.error('您没有打开这个名单的权限')
      else void navigate(url)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      type="text"
      size="small"
      icon={<Glyph of={UnorderedListOutlined} />}
      aria-label={`${title}的名单`}
      title="打开名单"
      loading={isBusy}
      onClick={() => void open()}
    />
  )
}
