using System.Diagnostics.Tracing;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Layers;

/// <summary>Shows which types were allocated. The runtime takes a sample after every hundred thousand bytes.</summary>
internal sealed partial class AllocationProfile : EventListener
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const EventKeywords Collector = (EventKeywords)1;
    private const int Shown = 12;

    private readonly Dictionary<string, int> _samples = [];
    private EventSource? _runtime;

    public async Task OfAsync(Func<Task> work)
    {
        lock (_samples)
        {
            _samples.Clear();
        }

        EnableEvents(_runtime!, EventLevel.Verbose, Collector);
        await work();
        DisableEvents(_runtime!);
    }

    public void Write(string name, TextWriter output)
    {
        lock (_samples)
        {
            var all = (double)_samples.Values.Sum();
            var own = _samples.Where(sample => IsOfAsyncCode(sample.Key)).Sum(sample => sample.Value);
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"\n{name}: {100 * own / all:F1} % is tasks and state machines; by type:\n"));
            output.WriteLine($"{_samples.Where(sample => MachineOfTheApi().IsMatch(sample.Key)).Sum(sample => sample.Value),6}    samples are state machines of the API's own methods");
            foreach (var (type, count) in _samples.OrderByDescending(sample => sample.Value).Take(Shown))
            {
                output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{100 * count / all,6:F1} %  {type}"));
            }
        }
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
        {
            _runtime = eventSource;
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName?.StartsWith("GCAllocationTick", StringComparison.Ordinal) == true && eventData.PayloadNames!.IndexOf("TypeName") is >= 0 and var index)
        {
            var type = (string)eventData.Payload![index]!;
            lock (_samples)
            {
                _samples[type] = _samples.GetValueOrDefault(type) + 1;
            }
        }
    }

    // The box of a machine has two type arguments: the result and the machine, which is nested in the class of the method.
    [GeneratedRegex(@"AsyncStateMachineBox`1\[.*,Shop\.[^,\[]*\+<")]
    private static partial Regex MachineOfTheApi();

    private static bool IsOfAsyncCode(string type) => type.StartsWith("System.Threading.Tasks.Task", StringComparison.Ordinal) || type.Contains("AsyncStateMachineBox");
}
