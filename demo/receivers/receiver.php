<?php
// A back office to start from, as docs/back-office.md describes it: keeps each enquiry as a file of JSON with its files beside
// it, and mails it. Needs PHP 8.1, and in php.ini post_max_size=150M and memory_limit=512M. LOGIN is "username:password", and
// FOLDER is outside of what the web server serves. Set ENQUIRY_API_URL to https://office.example.com/receiver.php/enquiries/v1.
declare(strict_types=1);

function respond(int $code, string $status, int|false $result = false): never
{
    http_response_code($code);
    header('Content-Type: application/json');
    $body = ['code' => $code, 'status' => $status, 'result' => $result];
    $refused = ['code' => 401, 'message' => $status, 'data' => ['status' => 'rest_cannot_access']];
    exit(json_encode($code === 401 ? $refused : $body));
}

/** Returns once the content is on the disk, because the proxy then erases its own copy. */
function store(string $path, string $content): void
{
    $file = fopen("$path.part", 'w');
    $isWritten = $file && fwrite($file, $content) === strlen($content) && fsync($file);
    if (!$isWritten || !rename("$path.part", $path) || !fsync($file)) {
        respond(500, 'The disk is full or read-only');
    }
}

/** The number in a file's name. PHP would read all of "2.E5….json" as 200,000. */
function numberOf(string $path): int
{
    return (int) strtok(basename($path), '.');
}

[$folder, $login] = [getenv('FOLDER'), getenv('LOGIN')];
$given = ($_SERVER['PHP_AUTH_USER'] ?? '') . ':' . ($_SERVER['PHP_AUTH_PW'] ?? '');
if (!$folder || !$login || !hash_equals($login, $given)) respond(401, 'Wrong login');
$lock = fopen("$folder/lock", 'c+');
flock($lock, LOCK_EX); // One request at a time, until the script ends.
$body = json_decode(file_get_contents('php://input'), true);

if (str_ends_with($_SERVER['PATH_INFO'] ?? '', '/upload')) {
    $id = (int) ($body['post_id'] ?? 0);
    if (empty($body['contents'])) respond(400, '`contents` is missing or empty');
    if (!glob("$folder/$id.*.json")) respond(400, '`post_id` is unknown');
    $content = base64_decode($body['contents'], true);
    // The visitor's name for the file is no safe path. A file that is sent again replaces itself.
    $extension = ['image/png' => 'png', 'image/gif' => 'gif', 'image/jpeg' => 'jpg'][$body['file']['mime']] ?? 'pdf';
    store("$folder/$id." . substr(hash('sha256', $content), 0, 16) . ".$extension", $content);
    respond(201, 'Accepted', $id);
}
// The proxy tests the login like this.
if (empty($body['forename'])) respond(400, '`forename` is missing or empty');
$meta = array_column($body['meta'], 'value', 'id');
$reference = preg_replace('/\W/', '', $meta['enquiry_reference'] ?? uniqid());
// One that is sent again, because its response was lost, gets the number that it has.
if ($known = glob("$folder/*.$reference.json")) respond(201, 'Created enquiry', numberOf($known[0]));
// The number of an enquiry that was erased isn't given again.
$id = max([(int) stream_get_contents($lock), ...array_map('numberOf', glob("$folder/*.json"))]) + 1;
rewind($lock);
if (!fwrite($lock, (string) $id) || !fsync($lock)) respond(500, 'The disk is full or read-only');
store("$folder/$id.$reference.json", json_encode($body, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR));
$lines = array_map(fn ($entry) => "$entry[label]: $entry[value]", $body['meta']);
foreach ($body as $name => $value) if (is_string($value)) $lines[] = "$name: $value";
if ($to = getenv('MAIL_TO')) mail($to, "Enquiry $id", implode("\n", $lines), 'Content-Type: text/plain; charset=utf-8');
respond(201, 'Created enquiry', $id);
