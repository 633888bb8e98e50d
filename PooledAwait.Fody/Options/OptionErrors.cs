using Fody;

namespace PooledAwait.Fody.Options;

/// <summary>
/// Collects the errors in options, which may be in properties of the build, in FodyWeavers.xml or in attributes. All errors are reported at once, each with its
/// location.
/// </summary>
internal sealed class OptionErrors
{
    private const string Id = "PA006";

    private readonly List<(string Text, SequencePoint? At)> _errors = [];

    public void Add(string text, SequencePoint? at)
    {
        if (_errors.All(error => error.Text != text))
        {
            _errors.Add((text, at));
        }
    }

    /// <param name="write">
    /// Reports one error. This method calls the delegate for all errors except the last, and throws the last one. Fody reports an exception with its location,
    /// but catches only one exception. If this delegate is null, one exception contains all errors.
    /// </param>
    /// <exception cref="WeavingException">There is an error.</exception>
    public void ThrowIfAny(Action<string, SequencePoint?>? write)
    {
        if (_errors.Count == 0)
        {
            return;
        }

        var told = write == null ? 0 : _errors.Count - 1;
        foreach (var (text, at) in _errors.Take(told))
        {
            write!(InWords(text), at);
        }

        throw new WeavingException(string.Join("\n", _errors.Skip(told).Select(error => InWords(error.Text)))) { SequencePoint = _errors[told].At };
    }

    private static string InWords(string text) => $"PooledAwait {Id}: {text}.";
}
