using System.Buffers;
using System.Collections.Concurrent;
using System.Net;
using System.Threading.Channels;
using MailKit.Net.Smtp;
using MailKit.Security;
using MimeKit;
using SmtpServer;
using SmtpServer.ComponentModel;
using SmtpServer.Storage;
using MailClient = MailKit.Net.Smtp.SmtpClient;
using MailServer = SmtpServer.SmtpServer;
using SmtpResponse = SmtpServer.Protocol.SmtpResponse;

namespace PackageWork.Works;

/// <summary>Mails to a server in this process, over loopback. The server answers in small pieces, so both sides mostly wait for TCP acknowledgements.</summary>
internal sealed class SentMails() : Work("a connection, three mails, one of them with a file and one refused, and its end", cost: 1_000)
{
    private readonly int _port = LoopbackServer.FreePort();
    private readonly CancellationTokenSource _stop = new();
    private readonly Store _store = new();
    private Task? _running;

    public override Task StartAsync(int workers)
    {
        var services = new ServiceProvider();
        services.Add(_store);
        var options = new SmtpServerOptionsBuilder()
            .ServerName("localhost")
            .Endpoint(endpoint => endpoint.Endpoint(new IPEndPoint(IPAddress.Loopback, _port)))
            .Build();
        _running = new MailServer(options, services).StartAsync(_stop.Token);
        return Task.CompletedTask;
    }

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var received = _store.Of(worker);
        for (var i = 0; i < operations; i++)
        {
            using var client = new MailClient();
            await client.ConnectAsync("127.0.0.1", _port, SecureSocketOptions.None);
            foreach (var subject in (string[])["plain", "with a file", Store.Refused])
            {
                try
                {
                    digest.Add(await client.SendAsync(Mail(worker, i, subject)));
                    digest.Add(await received.Reader.ReadAsync());
                }
                catch (SmtpCommandException exception)
                {
                    digest.Add((long)exception.StatusCode);
                }
            }

            await client.DisconnectAsync(quit: true);
        }

        return digest;
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await _stop.CancelAsync();
        if (_running != null)
        {
            await _running;
        }

        _stop.Dispose();
    }

    private static MimeMessage Mail(int worker, int number, string subject)
    {
        var text = new TextPart("plain") { Text = $"Mail {number}\n" };
        var mail = new MimeMessage
        {
            Subject = subject,
            From = { new MailboxAddress("sender", $"sender{worker}@example.org") },
            To = { new MailboxAddress("reader", $"{worker}@example.org") },
            Body = text,
        };
        if (subject == "with a file")
        {
            var file = new MimePart("application", "octet-stream")
            {
                Content = new MimeContent(new MemoryStream(new byte[3_000])),
                ContentTransferEncoding = ContentEncoding.Base64,
                FileName = "file",
            };
            mail.Body = new Multipart("mixed") { text, file };
        }

        return mail;
    }

    /// <summary>Handles the mails that the server gets. Refuses mails with one subject, and reports all others.</summary>
    private sealed class Store : MessageStore
    {
        public const string Refused = "refused";

        private readonly ConcurrentDictionary<string, Channel<string>> _received = [];

        /// <summary>Returns the channel that gets a line for each mail to a worker.</summary>
        public Channel<string> Of(int worker) => Of($"{worker}");

        public override async Task<SmtpResponse> SaveAsync(
            ISessionContext context, IMessageTransaction transaction, ReadOnlySequence<byte> buffer, CancellationToken cancellationToken)
        {
            using var stream = new MemoryStream(buffer.ToArray());
            var mail = await MimeMessage.LoadAsync(stream, cancellationToken);
            if (mail.Subject == Refused)
            {
                return SmtpResponse.MailboxUnavailable;
            }

            Of(transaction.To[0].User).Writer.TryWrite($"{mail.Subject} {mail.TextBody} {mail.Attachments.Count()}");
            return SmtpResponse.Ok;
        }

        private Channel<string> Of(string worker) => _received.GetOrAdd(worker, _ => Channel.CreateUnbounded<string>());
    }
}
