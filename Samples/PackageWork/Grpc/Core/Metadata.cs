using System.Collections.ObjectModel;
using System.Text;

namespace Grpc.Core;

/// <summary>Headers or trailers, in their order.</summary>
public sealed class Metadata : Collection<Metadata.Entry>
{
    public const string BinaryHeaderSuffix = "-bin";

    public static readonly Metadata Empty = [];

    public void Add(string key, string value) => Add(new Entry(key, value));

    public void Add(string key, byte[] valueBytes) => Add(new Entry(key, valueBytes));

    public Entry? Get(string key) => this.LastOrDefault(entry => entry.Key == key);

    public string? GetValue(string key) => Get(key)?.Value;

    public sealed class Entry
    {
        private readonly string? _text;
        private readonly byte[]? _bytes;

        public Entry(string key, string value) => (Key, _text) = (Normalized(key), value);

        public Entry(string key, byte[] valueBytes) => (Key, _bytes) = (Normalized(key), valueBytes);

        public string Key { get; }

        public bool IsBinary => Key.EndsWith(BinaryHeaderSuffix, StringComparison.Ordinal);

        public string Value => _text ?? Encoding.ASCII.GetString(_bytes!);

        public byte[] ValueBytes => _bytes ?? Encoding.ASCII.GetBytes(_text!);

        private static string Normalized(string key) => key.ToLowerInvariant();
    }
}
