import { useEffect, useRef, useState } from 'react'
import { drawSignature } from '#packages/web/light/signature-box.tsx'
import type { Attachment } from '../../contract.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { createUpload, type RunningUpload } from './upload.ts'
import { browserTransport } from './upload-transport.ts'

interface SignatureField {
  onChange: (fileId: string | null) => void
  onPending: (message: string | undefined) => void
}

/** The pictures that can be uploaded instead of a drawing. */
export const signatureTypes = 'image/png,image/jpeg'
const maxBytes = 2 * 1024 * 1024

/** A signature that is drawn or uploaded as a picture; its value is the id of the file. */
export function useSignature({ onChange, onPending }: SignatureField) {
  const [lines, setLines] = useState('')
  /** The picture that was made or chosen here. */
  const [picture, setPicture] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const running = useRef<RunningUpload>(undefined)
  useEffect(() => () => running.current?.pause(), [])
  useEffect(() => () => URL.revokeObjectURL(picture), [picture])
  const send = async (make: () => Promise<File> | File) => {
    setBusy(true)
    setError('')
    onPending('签名正在上传')
    try {
      const file = await make()
      const { id } = await upload(file, running)
      setPicture(URL.createObjectURL(file))
      setLines('')
      onChange(id)
    } catch (failed) {
      setError(failed instanceof UploadFailed ? failed.message : '签名没有保存，请重试')
    } finally {
      setBusy(false)
      onPending(undefined)
    }
  }
  const choose = (file: File | undefined) => {
    if (!file) return
    if (!signatureTypes.split(',').includes(file.type)) setError('请选择 png 或 jpg 图片')
    else if (file.size > maxBytes) setError('图片不超过 2MB')
    else void send(() => file)
  }
  return { lines, setLines, picture, error, isBusy, choose, keepDrawing: () => void send(() => drawSignature(lines)) }
}

class UploadFailed extends Error {}

/** Sends a small file and waits until the server has checked it. */
const upload = (file: File, running: { current: RunningUpload | undefined }) =>
  new Promise<Attachment>((resolve, reject) => {
    const sent = createUpload(file, {
      transport: browserTransport,
      turns: { files: createConcurrencyLimit(1), parts: createConcurrencyLimit(1) },
      onChange: () => {
        const { phase, message, file: stored } = sent.view()
        if (phase === 'done' && stored) resolve(stored)
        if (phase === 'refused' || phase === 'failed') reject(new UploadFailed(message))
      },
    })
    running.current = sent
    sent.start()
  })
