import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { approvalSetupApi } from '../../contract.ts'
import { listPhrases } from '../flow-queries.ts'

/** The reader's phrases and signature, loaded once for all requests. */
export function useOwnWords() {
  const [drawn, setDrawn] = useState(0)
  const phrases = useLoaded('phrases', () => call(approvalSetupApi.phraseList)).answer
  // Another key: the signature is unknown until it is loaded again.
  const signature = useLoaded(`signature ${drawn}`, () => call(approvalSetupApi.signature)).answer
  return {
    phrases: phrases && phrases !== 'failed' ? listPhrases(phrases.phrases) : [],
    /** Undefined while it loads. */
    signature,
    reloadSignature: () => setDrawn((before) => before + 1),
  }
}
