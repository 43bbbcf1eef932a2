/** Reads QR codes with the camera, in browsers that can (Shape Detection API). */

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const pauseMs = 200;

function detectorClass(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

export async function canScan(): Promise<boolean> {
  if (!navigator.mediaDevices?.getUserMedia) return false;
  const formats: string[] = await detectorClass()?.getSupportedFormats().catch(() => []) ?? [];
  return formats.includes("qr_code");
}

/** Shows the camera and calls `onText` with what it reads. @throws DOMException without a camera */
export async function scan(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment" },
    audio: false,
  });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return stop();
  signal.addEventListener("abort", stop);
  video.srcObject = stream;
  await video.play();
  const detector = new (detectorClass()!)({ formats: ["qr_code"] });
  while (!signal.aborted) {
    const [barcode] = await detector.detect(video).catch(() => []);
    if (barcode && !signal.aborted) onText(barcode.rawValue);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
