import { useCallback, useEffect, useState } from 'react'
import { browserStorage } from '../../client/browser-storage.ts'

/*
 * Two tones for a new order, synthesised by the browser. Browsers allow no sound before the first press on the page;
 * until then the seller area says so.
 */

const storageKey = 'talad.seller.sound'
/** Hertz: a fifth, upwards. */
const tones = [659.25, 987.77]
/** Loud enough for a kitchen; 1 is the device's volume. */
const loudness = 0.7

let audio: AudioContext | undefined

/** Returns whether the sound is on, whether the browser allows it yet, and the function that switches it. */
export function useOrderSound() {
  // Read synchronously, so that nothing moves: this screen isn't server-rendered.
  const [on, setOn] = useState(isWanted)
  const [blocked, setBlocked] = useState(() => navigator.userActivation?.hasBeenActive === false)

  useEffect(() => {
    const ended = new AbortController()
    const unlock = () => {
      if (isWanted()) void runningAudio()
      setBlocked(false)
    }
    for (const event of ['pointerup', 'keydown']) document.addEventListener(event, unlock, { signal: ended.signal })
    return () => ended.abort()
  }, [])

  const turn = useCallback((next: boolean) => {
    setOn(next)
    browserStorage.write(storageKey, next ? null : 'off')
    // Plays the sound as a sample when it is switched on.
    if (next) void play()
  }, [])

  return { on, blocked: on && blocked, turn }
}

/** Rings, unless the seller has switched the sound off. */
export function ring(): void {
  if (isWanted()) void play()
}

function isWanted(): boolean {
  return browserStorage.read(storageKey) !== 'off'
}

/** Returns the running audio context; undefined if the browser doesn't allow sound yet. */
async function runningAudio(): Promise<AudioContext | undefined> {
  if (navigator.userActivation?.hasBeenActive === false) return undefined
  audio ??= new AudioContext()
  if (audio.state !== 'running') await audio.resume().catch(() => {})
  return audio.state === 'running' ? audio : undefined
}

async function play(): Promise<void> {
  const context = await runningAudio()
  if (!context) return
  for (const [index, frequency] of tones.entries()) {
    const start = context.currentTime + index * 0.16
    const volume = new GainNode(context, { gain: 0 })
    // Without a ramp at both ends a tone clicks.
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(loudness, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.9)
    // On a phone's small loudspeaker a triangle wave is louder than a sine.
    const tone = new OscillatorNode(context, { type: 'triangle', frequency })
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.95)
  }
}
