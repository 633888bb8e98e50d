using System.Formats.Tar;
using System.IO.Compression;
using System.Net;
using System.Security.Cryptography;
using System.Text;

namespace Tests.Packaging.Publishing;

/// <summary>A container registry on this machine. It has one empty Linux image, as the base of containers.</summary>
internal sealed class BaseImageRegistry : IDisposable
{
    private const string ManifestType = "application/vnd.docker.distribution.manifest.v2+json";
    private readonly HttpListener _listener = new();
    private readonly Dictionary<string, (string Type, byte[] Content)> _answers = [];
    private readonly int _port;

    public BaseImageRegistry()
    {
        var (layer, compressed) = Layer();
        var config = Encoding.UTF8.GetBytes(
            $$"""{"architecture":"amd64","os":"linux","config":{"Env":["PATH=/bin"]},"rootfs":{"type":"layers","diff_ids":["{{Digest(layer)}}"]},"history":[{"created_by":"nobody"}]}""");
        var manifest = Encoding.UTF8.GetBytes(
            $$"""
            {"schemaVersion":2,"mediaType":"{{ManifestType}}",
            "config":{"mediaType":"application/vnd.docker.container.image.v1+json","size":{{config.Length}},"digest":"{{Digest(config)}}"},
            "layers":[{"mediaType":"application/vnd.docker.image.rootfs.diff.tar.gzip","size":{{compressed.Length}},"digest":"{{Digest(compressed)}}"}]}
            """);
        _answers["/v2/"] = ("application/json", "{}"u8.ToArray());
        _answers["/v2/empty/manifests/1"] = _answers[$"/v2/empty/manifests/{Digest(manifest)}"] = (ManifestType, manifest);
        _answers[$"/v2/empty/blobs/{Digest(config)}"] = ("application/octet-stream", config);
        _answers[$"/v2/empty/blobs/{Digest(compressed)}"] = ("application/octet-stream", compressed);
        _port = Listen();
        _ = AnswerAsync();
    }

    /// <summary>The image's name as a project states it.</summary>
    public string Image => $"localhost:{_port}/empty:1";

    public void Dispose() => _listener.Close();

    // Tries several ports, because another process may take a port that was free a moment ago.
    private int Listen()
    {
        for (var port = 5_000; ; port++)
        {
            _listener.Prefixes.Clear();
            _listener.Prefixes.Add($"http://localhost:{port}/");
            try
            {
                _listener.Start();
                return port;
            }
            catch (HttpListenerException) when (port < 5_100)
            {
            }
        }
    }

    private async Task AnswerAsync()
    {
        try
        {
            while (true)
            {
                var context = await _listener.GetContextAsync();
                using var response = context.Response;
                if (!_answers.TryGetValue(context.Request.Url!.AbsolutePath, out var answer))
                {
                    response.StatusCode = 404;
                    continue;
                }

                response.ContentType = answer.Type;
                response.Headers["Docker-Content-Digest"] = Digest(answer.Content);
                response.ContentLength64 = answer.Content.Length;
                if (context.Request.HttpMethod != "HEAD")
                {
                    await response.OutputStream.WriteAsync(answer.Content);
                }
            }
        }
        catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException)
        {
            // Closing the listener at the end of the test causes this exception.
        }
    }

    private static (byte[] Plain, byte[] Compressed) Layer()
    {
        var plain = new MemoryStream();
        using (var tar = new TarWriter(plain, TarEntryFormat.Pax, leaveOpen: true))
        {
            tar.WriteEntry(new PaxTarEntry(TarEntryType.Directory, "tmp"));
        }

        var compressed = new MemoryStream();
        using (var zip = new GZipStream(compressed, CompressionLevel.Fastest, leaveOpen: true))
        {
            zip.Write(plain.ToArray());
        }

        return (plain.ToArray(), compressed.ToArray());
    }

    private static string Digest(byte[] content) => "sha256:" + Convert.ToHexStringLower(SHA256.HashData(content));
}
