import { useCallback, useEffect, useState } from 'react'

/*
 * Two tones for a new order, made by the browser itself. Browsers stay silent until somebody has pressed something on
 * the page; until then the seller area says so.
 */

const storageKey = 'talad.seller.sound'
/** Hertz: a fifth, upwards. */
const tones = [659.25, 987.77]
/** To be heard in a kitchen; 1 is as loud as the device is set. */
const loudness = 0.7

let audio: AudioContext | undefined

/** Whether new orders are heard, whether the browser lets them be heard yet, and the way to change it. */
export function useOrderSound() {
  // Known from the first picture on, so that nothing moves: no server makes this screen, which is for sellers only.
  const [on, setOn] = useState(isWanted)
  const [blocked, setBlocked] = useState(() => navigator.userActivation?.hasBeenActive === false)

  useEffect(() => {
    const ended = new AbortController()
    const unlock = () => {
      if (isWanted()) void awake()
      setBlocked(false)
    }
    for (const event of ['pointerup', 'keydown']) document.addEventListener(event, unlock, { signal: ended.signal })
    return () => ended.abort()
  }, [])

  const turn = useCallback((next: boolean) => {
    setOn(next)
    try {
      if (next) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, 'off')
    } catch {
      // It holds for as long as the page lives.
    }
    // What it sounds like, for whoever turns it on.
    if (next) void play()
  }, [])

  return { on, blocked: on && blocked, turn }
}

/** Rings, unless the seller has turned the sound off. */
export function ring(): void {
  if (isWanted()) void play()
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** The browser's sound, running; undefined where it isn't allowed yet. */
async function awake(): Promise<AudioContext | undefined> {
  if (navigator.userActivation?.hasBeenActive === false) return undefined
  audio ??= new AudioContext()
  if (audio.state !== 'running') await audio.resume().catch(() => {})
  return audio.state === 'running' ? audio : undefined
}

async function play(): Promise<void> {
  const context = await awake()
  if (!context) return
  for (const [at, frequency] of tones.entries()) {
    const start = context.currentTime + at * 0.16
    const volume = new GainNode(context, { gain: 0 })
    // Without a slope at both ends a tone clicks.
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(loudness, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.9)
    // A triangle is heard better than a sine on the small loudspeaker of a phone.
    const tone = new OscillatorNode(context, { type: 'triangle', frequency })
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.95)
  }
}
