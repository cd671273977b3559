import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Glyph } from './glyph.tsx'
import { useToast } from './toast.tsx'

/** Copies, and confirms it on the button itself. */
export function CopyButton({ text, label, name }: { text: string; label: string; name?: string }) {
  const [isCopied, setCopied] = useState(false)
  const toast = useToast()
  const copy = () =>
    // Without https there is no clipboard: the text is on the page and can be selected.
    navigator.clipboard
      ? void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => toast.error('无法复制，请手动选择'),
        )
      : toast.error('无法复制，请手动选择')
  return (
    <Button
      icon={<Glyph of={isCopied ? CheckOutlined : CopyOutlined} />}
      {...(name && { 'aria-label': `${label} ${name}` })}
      onClick={copy}
    >
      {isCopied ? '已复制' : label}
    </Button>
  )
}
